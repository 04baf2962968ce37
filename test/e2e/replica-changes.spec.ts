import type { Page } from '@playwright/test';
import { asMarkdown, type Part } from '../replica/conversation';
import { type Replica, replica } from '../replica/server';
import { ask, visit } from './chat';
import { everyDialect, expect, test } from './fixture';
import { squeezed, visibleText } from './visible';

/** Edits, retries and the ways between their outcomes, as each site shows them. */

/** What a reader of the page can tell the turns by and see of their alternatives, in each site's way. */
const marks = {
  classic: (page: Page) => attributes(page, '[data-message-id]', 'data-message-id'),
  'app-shell': async (page: Page) => [
    ...(await attributes(page, `${ACTIVE} [data-turn-key]`, 'data-turn-key')),
    ...(await attributes(
      page,
      `${ACTIVE} [data-chatgpt-selection-message-id]`,
      'data-chatgpt-selection-message-id',
    )),
  ],
  'claude-rows': (page: Page) => attributes(page, '[aria-setsize]', 'aria-setsize'),
  'claude-hub': (page: Page) => attributes(page, '[data-turn-key]', 'data-turn-key'),
  gemini: async (page: Page) => [
    ...(await attributes(page, '.conversation-container', 'id')),
    ...(await attributes(page, '[data-test-draft-id]', 'data-test-draft-id')),
  ],
};

const ACTIVE = '[data-app-shell-active-page]';

const attributes = (page: Page, selector: string, name: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((all, of) => all.map((each) => each.getAttribute(of) ?? ''), name);

/** What an answer stands in: only the classic page makes it anew for another answer. */
const HOLDER = {
  classic: 'section[data-turn=assistant]',
  'app-shell': `${ACTIVE} [data-turn-key]`,
  'claude-rows': '[data-perf-row=assistant]',
  'claude-hub': '[data-perf-row=assistant]',
  gemini: 'model-response',
};

/** The pager of the earlier of two answers; the hub draws a bar for the newest reply only. */
const FIRST_OF_TWO = { classic: ['1/2'], 'claude-rows': ['1 / 2'], 'claude-hub': [], gemini: ['1 / 2'] };

for (const dialect of everyDialect) {
  test(`${dialect}: edits and retries are alternatives, and every tab shows the one chosen last`, async ({
    extension,
  }) => {
    const site = replica({ dialect });
    await site.attach(extension.context);
    const page = await visit(extension, site, site.newChatPath);
    await ask(page, 'First');
    const after: Said[] = [await shown(page)];
    const note = async () => {
      await expect.poll(() => page.evaluate(() => window.replica.busy())).toBe(false);
      await settled(page, site);
      after.push(await shown(page));
    };
    // With the buttons a person has …
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.evaluate(() => window.replica.busy())).toBe(true);
    await note();
    await page.getByText('First', { exact: true }).last().hover();
    await page.getByRole('button', { name: 'Edit message' }).click();
    await page.getByRole('textbox', { name: 'Edit message' }).fill('First, but better');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('First, but better').last()).toBeVisible();
    await note();
    await ask(page, 'Second');
    // … and without.
    await page.evaluate(() => window.replica.retry(window.replica.showing()[3]?.id ?? ''));
    await note();
    expect(new Set(after.map((said) => said.join('\0'))).size).toBe(4);

    const [conversation] = site.conversations();
    expect(conversation?.tree.map(({ role }) => role[0]).join('')).toBe('uaauauaa');
    const answers = conversation?.tree.filter(({ role }) => role === 'assistant').map(asWords) ?? [];
    expect(new Set(answers).size).toBe(answers.length);
    const [first = '', again = ''] = answers;
    expect(again.slice(0, 20)).toBe(first.slice(0, 20));

    const flip = (at: number, step: -1 | 1) =>
      page.evaluate(([i, by]) => window.replica.flip(window.replica.showing()[i]?.id ?? '', by), [
        at,
        step,
      ] as const);
    const second = await visit(extension, site, site.threadPath(conversation?.id ?? ''));
    await expect.poll(() => shown(second)).toEqual(after[3]);
    await page.bringToFront();
    await flip(3, -1);
    await settled(page, site);
    expect(await shown(page)).not.toEqual(after[3]);
    await second.reload();
    await expect.poll(() => shown(second)).toEqual(await shown(page));
    await flip(3, 1);
    if (dialect === 'gemini') return; // there only the newest answer has alternatives
    await flip(0, -1);
    await settled(page, site);
    expect(await shown(page)).toEqual(after[1]);
    await flip(1, -1);
    expect(await shown(page)).toEqual(after[0]);
    await flip(0, 1);
    await settled(page, site);
    expect(await shown(page)).toEqual(after[3]);
    await page.reload();
    await expect.poll(() => shown(page)).toEqual(after[3]);
  });
}

for (const dialect of everyDialect) {
  test(`${dialect}: another alternative has the marks it has on the real page`, async ({ extension }) => {
    const site = replica({ dialect, chunkEvery: 60 });
    await site.attach(extension.context);
    const page = await visit(extension, site, site.newChatPath);
    await ask(page, 'One');
    await ask(page, 'Two');
    const idle = () => expect.poll(() => page.evaluate(() => window.replica.busy())).toBe(false);
    const at = dialect === 'gemini' ? 3 : 1; // there only the newest answer can be written anew
    const before = await marks[dialect](page);
    const holder = page.locator(HOLDER[dialect]).nth(at === 3 ? 1 : 0);
    const held = await holder.elementHandle();
    const pager = () => page.getByText(/^\d+ ?\/ ?\d+$/).allTextContents();
    expect(await pager()).toEqual([]);
    await page.evaluate((i) => window.replica.retry(window.replica.showing()[i]?.id ?? ''), at);
    expect(await page.evaluate(() => window.replica.busy())).toBe(true);
    // The bar with the pager comes with the end of the answer.
    expect(await pager()).toEqual([]);
    expect(await held?.evaluate((element) => element.isConnected)).toBe(dialect !== 'classic');
    await idle();
    const versions = page.getByRole('button', { name: 'See versions' });
    if (dialect === 'app-shell') await expect(versions).toHaveCount(1);
    else await expect.poll(pager).toEqual([dialect === 'classic' ? '2/2' : '2 / 2']);
    const retried = await marks[dialect](page);
    const turns = site.conversations()[0]?.turns ?? [];
    const [first, , third, last] = before;
    const expected = {
      classic: [first, turns[1]?.id],
      'app-shell': [first, turns[1]?.id],
      'claude-rows': ['2', '2'],
      'claude-hub': [first, turns[1]?.id],
      gemini: [first, before[1], third, turns[3]?.draft],
    };
    expect(retried).toEqual(expected[dialect]);
    if (dialect === 'claude-hub') {
      expect(before[1]).toBe(`${first}-hub-reply`);
      expect(retried[1]).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(retried).not.toContain(last === third ? '4' : last);

    if (dialect === 'app-shell') {
      await versions.click();
      await page.getByRole('menuitemradio', { name: '1' }).click();
    } else await page.getByRole('button', { name: 'Previous version' }).click();
    await expect.poll(() => marks[dialect](page)).toEqual(before);
    await page.mouse.move(0, 0); // the hub draws a bar where the pointer is
    if (dialect !== 'app-shell') await expect.poll(pager).toEqual(FIRST_OF_TWO[dialect]);

    const prompt = await page.evaluate(() => window.replica.showing()[2]?.id ?? '');
    await page.evaluate((id) => window.replica.edit(id, 'Two, but better'), prompt);
    await idle();
    const edited = await marks[dialect](page);
    if (dialect === 'claude-rows') expect(edited).toEqual(before);
    else expect(edited.filter((mark) => !before.includes(mark))).toHaveLength(2);
    expect(edited).toHaveLength(before.length);
  });
}

type Said = string[];

const asWords = ({ role, parts }: { role: string; parts: readonly Part[] }): string =>
  `${role}: ${asMarkdown(parts)}`;

const shown = async (page: Page): Promise<Said> =>
  (await page.evaluate(() => window.replica.showing().map(({ role, parts }) => ({ role, parts })))).map(
    asWords,
  );

/** The page's elements say what the server shows, in its order, and nothing that is shown no longer. */
async function settled(page: Page, site: Replica): Promise<void> {
  const turns = (site.conversations()[0]?.turns ?? []).map(({ parts }) => parts.map(({ text }) => text));
  const marks = (text: string) => text.match(/On "[^"]*"|Reply number \d+|Take \d+/g);
  await expect.poll(async () => marks(await visibleText(page))).toEqual(marks(turns.flat().join()));
  let left = squeezed(await visibleText(page));
  for (const text of turns.flat()) {
    expect(left).toContain(squeezed(text));
    left = left.slice(left.indexOf(squeezed(text)) + squeezed(text).length);
  }
}

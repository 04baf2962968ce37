import type { Page } from '@playwright/test';
import { asMarkdown, type Part } from '../replica/conversation';
import { longConversation } from '../replica/script';
import { type Replica, replica } from '../replica/server';
import { ask, visit, wanted } from './chat';
import { everyDialect, expect, test } from './fixture';

/** A replica that shows something else than its server holds would make every other test worthless. */
for (const dialect of everyDialect) {
  test(`${dialect}: a new chat gets its address and its title, and is the same after a reload`, async ({
    extension,
  }) => {
    const site = replica({ dialect, steps: dialect !== 'gemini' });
    await site.attach(extension.context);
    const page = await visit(extension, site, site.newChatPath);
    await ask(page, 'First line\n\nand a second paragraph');
    await ask(page, 'yes');
    const [conversation] = site.conversations();
    const { id = '', title = '' } = conversation ?? {};
    await page.waitForURL(site.origin + site.threadPath(id));
    await expect(page).toHaveTitle(site.site.pageTitle(title));
    const mounted = () =>
      page.evaluate(() => window.replica.mounted().map(({ role, parts }) => ({ role, parts })));
    const held = conversation?.turns.map(({ role, parts }) => ({ role, parts }));
    expect(await mounted()).toEqual(held);
    await page.reload();
    await expect.poll(mounted).toEqual(held);
    const visible = await visibleText(page);
    for (const { text } of conversation?.turns.flatMap(({ parts }) => parts) ?? [])
      expect(squeezed(visible)).toContain(squeezed(text));
  });

  test(`${dialect}: a long thread shows its end and, as one scrolls up, its beginning`, async ({
    extension,
  }) => {
    const site = replica({ dialect, windowed: 6 });
    const conversation = longConversation(site.site.ids.make(), 20);
    site.add(conversation);
    await site.attach(extension.context);
    const page = await visit(extension, site, site.threadPath(conversation.id));
    const mounted = () => page.evaluate(() => window.replica.mounted().map(({ id }) => id));
    await expect.poll(async () => (await mounted()).at(-1)).toBe(conversation.turns.at(-1)?.id);
    expect((await mounted()).length).toBeLessThan(wanted(conversation).length);
    await expect
      .poll(
        async () => {
          await page.evaluate(() => window.replica.scroller().scrollBy(0, -100_000));
          return (await mounted())[0];
        },
        { timeout: 20_000, intervals: [200] },
      )
      .toBe(conversation.turns[0]?.id);
  });
}

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

/** Without what is repeated for those who do not see, without other pages and the sidebar. */
const visibleText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement;
    const unseen = '.sr-only, .cdk-visually-hidden, .sidebar, script, [style*="display: none"]';
    for (const element of copy.querySelectorAll(unseen)) element.remove();
    return copy.textContent;
  });

const squeezed = (text: string): string => text.replace(/\s+/g, '');

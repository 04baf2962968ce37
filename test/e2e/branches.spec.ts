import type { Page } from '@playwright/test';
import { replica } from '../replica/server';
import { ask, visit } from './chat';
import { everyDialect, expect, test } from './fixture';
import { kept, shouldBeKept } from './kept';
import { stored } from './stored';

const idle = (page: Page) =>
  expect.poll(() => page.evaluate(() => window.replica.busy()), { timeout: 20_000 }).toBe(false);

const idAt = (page: Page, place: number): Promise<string> =>
  page.evaluate((n) => window.replica.showing().at(n)?.id ?? '', place);

async function edit(page: Page, place: number, text: string): Promise<void> {
  await page.evaluate(([id, words]) => window.replica.edit(id, words), [
    await idAt(page, place),
    text,
  ] as const);
  await idle(page);
}

async function retry(page: Page, place: number): Promise<void> {
  await page.evaluate((id) => window.replica.retry(id), await idAt(page, place));
  await idle(page);
}

async function flip(page: Page, place: number, step: -1 | 1): Promise<void> {
  await page.evaluate(([id, by]) => window.replica.flip(id, by), [await idAt(page, place), step] as const);
  await idle(page);
}

for (const dialect of everyDialect) {
  // Gemini lets one change the newest exchange only, and an edited prompt is gone for good.
  const newestOnly = dialect === 'gemini';
  test(`${dialect}: edits and retries are kept beside what they replace, and the path is the page's`, async ({
    extension,
  }) => {
    test.setTimeout(120_000);
    const site = replica({ dialect });
    await site.attach(extension.context);
    const page = await visit(extension, site, site.newChatPath);
    const isKept = () => expect.poll(() => kept(extension)).toEqual(shouldBeKept(site));
    for (const prompt of ['yes', 'yes', 'And salt?']) await ask(page, prompt);
    await isKept();
    await retry(page, -1);
    await isKept();
    await flip(page, -1, -1);
    await isKept();
    await edit(page, newestOnly ? -2 : 2, 'yes, and sugar');
    await isKept();
    await ask(page, 'Below the edit');
    await isKept();
    if (!newestOnly) {
      await flip(page, 2, -1);
      await isKept();
      await retry(page, 1);
      await retry(page, 1);
      await isKept();
      await flip(page, 1, -1);
      await ask(page, 'Below the second answer');
      // What is replaced in the moment of its last word has not been promised.
      await isKept();
      await edit(page, 0, 'no');
      await isKept();
      await flip(page, 0, -1);
      await isKept();
    }
    const { messages } = await stored(extension);
    await page.reload();
    await page.waitForTimeout(3_000);
    const after = await stored(extension);
    expect(after.messages.map(({ id, active, markdown }) => ({ id, active, markdown }))).toEqual(
      messages.map(({ id, active, markdown }) => ({ id, active, markdown })),
    );
    expect(after.revisions).toEqual([]);
    expect(after.threads[0]?.messageCount).toBe(site.conversations()[0]?.turns.length);
  });
}

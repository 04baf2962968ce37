import type { Page } from '@playwright/test';
import type { Extension } from './browser';
import { expect, test } from './fixture';
import { picture } from './picture';
import { said, stored } from './stored';

const ADDRESS = 'https://chatgpt.com/c/6b1c2d3e-0001-43ee-9a3e-0f2b9f6f1c11';
const SECRET = 'Zwiebelkuchen';

const turn = (who: string, words: string): string =>
  `<div class="px-4 row"><div data-speaker="${who}"><div class="xr7"><p>${words}</p></div></div></div>`;

/** A ChatGPT of the day after tomorrow: nothing of what is known is left, but it is a conversation. */
const redesigned = `<!doctype html><html><head><title>${SECRET} plans</title></head><body>
<nav><a href="/c/2" aria-label="Open ${SECRET} plans">${SECRET} plans</a></nav>
<main><div class="list">
${turn('user', `How long does a ${SECRET} stay in the oven, and does it freeze?`)}
${turn('assistant', `About forty minutes. A ${SECRET} freezes well, wrapped twice, for up to three months in all.`)}
${turn('user', 'yes')}
${turn('assistant', 'Then take it out the evening before, and warm it up slowly the next day at noon.')}
</div></main></body></html>`;

async function open(extension: Extension, html: string): Promise<Page> {
  await extension.context.route('https://chatgpt.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: html }),
  );
  const page = await extension.context.newPage();
  await page.goto(ADDRESS);
  return page;
}

const badge = async (extension: Extension, page: Page): Promise<string> => {
  const popup = await extension.open('popup.html');
  await page.bringToFront();
  const text = await popup.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true });
    return chrome.action.getBadgeText({ tabId: tab?.id ?? 0 });
  });
  await popup.close();
  return text;
};

test('a page that nobody knows is kept by the generic reader, says so, and gives a report without a word of it', async ({
  extension,
}) => {
  const page = await open(extension, redesigned);
  await expect.poll(async () => (await stored(extension)).messages.length, { timeout: 15_000 }).toBe(4);
  const { messages, threads } = await stored(extension);
  expect(said(messages)[0]).toBe(`user: How long does a ${SECRET} stay in the oven, and does it freeze?`);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  expect(threads).toMatchObject([{ drift: true, messageCount: 4 }]);
  await expect.poll(() => badge(extension, page)).toBe('!');

  const popup = await extension.popupFor(page);
  await expect(popup.getByTestId('capture-state')).toHaveText('Live, parts may be missing');
  await picture(popup, 'popup-drift');
  await extension.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await popup.bringToFront();
  await popup.getByTestId('copy-report').click();
  await expect(popup.getByTestId('copy-report')).toHaveText('Report copied');
  const report = await popup.evaluate(() => navigator.clipboard.readText());
  expect(report).toContain('data-speaker="assistant"');
  expect(report).toContain('class="px-4 row"');
  for (const word of ['zwiebel', 'oven', 'freeze', 'minutes', 'wrapped', 'plans'])
    expect(report.toLowerCase()).not.toContain(word);
});

test('a page that shows no conversation is no drift', async ({ extension }) => {
  const page = await open(
    extension,
    '<!doctype html><html><body><main><p>This conversation could not be found.</p></main></body></html>',
  );
  await page.waitForTimeout(3_000);
  expect(await badge(extension, page)).toBe('');
  expect((await stored(extension)).threads).toEqual([]);
});

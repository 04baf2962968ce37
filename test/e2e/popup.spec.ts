import { longConversation } from '../replica/script';
import { replica } from '../replica/server';
import { ask, visit } from './chat';
import { expect, test } from './fixture';
import { picture } from './picture';

test('the popup follows a conversation as it grows', async ({ extension }) => {
  const site = replica();
  await site.attach(extension.context);
  const page = await visit(extension, site, '/');
  const popup = await extension.popupFor(page);
  await expect(popup.getByTestId('capture-state')).toHaveText('No conversation yet');
  await expect(popup.getByTestId('site')).toHaveText('ChatGPT');
  await picture(popup, 'popup-new');

  await page.bringToFront();
  await ask(page, 'Can a sourdough starter survive three weeks alone?');
  await expect(popup.getByTestId('message-count')).toHaveText('2 messages');
  await expect(popup.getByTestId('capture-state')).toHaveText('Live');
  await expect(popup.getByTestId('thread-title')).toHaveText('Can a sourdough starter survive three we');
  await expect(popup.getByTestId('last-message-time')).toHaveText(/\d/);
  await ask(page, 'And in the freezer?');
  await expect(popup.getByTestId('message-count')).toHaveText('4 messages');
  await picture(popup, 'popup-live');

  await page.reload();
  await expect(popup.getByTestId('message-count')).toHaveText('4 messages');
  await page.close();
  await expect(popup.getByTestId('capture-state')).toHaveText('Not a supported page');
});

test('a long title, right-to-left text and a part of a thread are shown as what they are', async ({
  extension,
}) => {
  const site = replica({ windowed: 9, language: 'de' });
  const id = '6b1c2d3e-0001-43ee-9a3e-0f2b9f6f1c11';
  site.add(longConversation(id, 20, `خبز العجين المخمر 🥖 ${'ein sehr langer Titel ohne Ende '.repeat(6)}`));
  await site.attach(extension.context);
  const popup = await extension.popupFor(await visit(extension, site, `/c/${id}`));
  await expect(popup.getByTestId('message-count')).toHaveText('9 of 40 messages');
  await expect(popup.getByTestId('capture-state')).toHaveText('Live, earlier messages not seen yet');
  await picture(popup, 'popup-partial');
  await popup.setViewportSize({ width: 360, height: 300 });
  expect(await popup.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const direction = (id: string) =>
    popup.getByTestId(id).evaluate((element) => getComputedStyle(element).direction);
  expect([await direction('thread-title'), await direction('message-count')]).toEqual(['rtl', 'ltr']);
});

test('a page of another site is told apart', async ({ extension }) => {
  await extension.context.route('http://127.0.0.1/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>News</h1>' }),
  );
  const page = await extension.context.newPage();
  await page.goto('http://127.0.0.1/');
  const popup = await extension.popupFor(page);
  await expect(popup.getByTestId('capture-state')).toHaveText('Not a supported page');
  await picture(popup, 'popup-unsupported');
});

test('a broken tab number is survived', async ({ extension }) => {
  for (const tab of ['999999', 'x', '-1', '']) {
    const popup = await extension.open(`popup.html?tab=${tab}`);
    await expect(popup.getByTestId('capture-state')).toHaveText('Not a supported page');
    await popup.close();
  }
});

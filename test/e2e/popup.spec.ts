import { longConversation } from '../replica/script';
import { replica } from '../replica/server';
import { ask, say, visit } from './chat';
import { expect, test } from './fixture';
import { picture } from './picture';
import { stored } from './stored';

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

test('paused means nothing is kept, and resuming needs no reload', async ({ extension }) => {
  const site = replica();
  await site.attach(extension.context);
  const page = await visit(extension, site, '/');
  const popup = await extension.popupFor(page);
  await popup.getByTestId('pause').focus();
  await popup.keyboard.press('Enter');
  await expect(popup.getByTestId('capture-state')).toHaveText('Paused');
  await expect(popup.getByTestId('resume')).toBeFocused();
  await picture(popup, 'popup-paused');
  await page.bringToFront();
  await ask(page, 'Nobody is listening');
  await page.waitForTimeout(1_500);
  expect(await stored(extension)).toMatchObject({ threads: [], messages: [] });

  await popup.bringToFront();
  await popup.getByTestId('resume').click();
  await expect(popup.getByTestId('message-count')).toHaveText('2 messages');
  await extension.stopWorker();
  await page.bringToFront();
  await ask(page, 'And now?');
  await expect(popup.getByTestId('message-count')).toHaveText('4 messages');
});

test('a site switched off in the settings is not captured until it is switched on', async ({ extension }) => {
  const site = replica();
  await site.attach(extension.context);
  const page = await visit(extension, site, '/');
  const popup = await extension.popupFor(page);
  const set = (capture: unknown) =>
    popup.evaluate((value) => chrome.storage.local.set({ settings: { capture: value } }), capture);
  await set({ enabled: true, sites: { chatgpt: false } });
  await expect(popup.getByTestId('capture-state')).toHaveText('Paused');
  await popup.getByTestId('resume').click();
  await expect(popup.getByTestId('capture-state')).toHaveText('No conversation yet');
  await set('garbage');
  await page.bringToFront();
  await ask(page, 'Damaged settings fall back to their defaults');
  await expect(popup.getByTestId('message-count')).toHaveText('2 messages');
});

test('a temporary chat is not kept and the popup says so', async ({ extension }) => {
  const site = replica();
  await site.attach(extension.context);
  const page = await visit(extension, site, '/?temporary-chat=true');
  await page.evaluate(() => {
    // A temporary chat never gets an address of its own.
    history.pushState = () => undefined;
    history.replaceState = () => undefined;
  });
  const popup = await extension.popupFor(page);
  await expect(popup.getByTestId('capture-state')).toHaveText('Temporary chat');
  await picture(popup, 'popup-temporary');
  await page.bringToFront();
  await say(page, 'Off the record');
  await page.waitForTimeout(2_500);
  expect(await stored(extension)).toMatchObject({ threads: [], messages: [] });
});

test('a broken tab number is survived', async ({ extension }) => {
  for (const tab of ['999999', 'x', '-1', '']) {
    const popup = await extension.open(`popup.html?tab=${tab}`);
    await expect(popup.getByTestId('capture-state')).toHaveText('Not a supported page');
    await popup.close();
  }
});

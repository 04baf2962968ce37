import type { Page } from '@playwright/test';
import { longConversation } from '../replica/script';
import { replica } from '../replica/server';
import { type Extension, launch } from './browser';
import { ask, say, visit } from './chat';
import { everyDialect, expect, test } from './fixture';
import { picture } from './picture';
import { said, stored } from './stored';

/** A temporary chat never gets an address of its own. */
const withoutAddress = (page: Page) =>
  page.evaluate(() => {
    history.pushState = () => undefined;
    history.replaceState = () => undefined;
  });

/** Goes to another page of the site as its own code does. */
const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    History.prototype.pushState.call(history, {}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

test('a temporary chat is not kept and the popup says so', async ({ extension }) => {
  const site = replica();
  await site.attach(extension.context);
  const page = await visit(extension, site, '/?temporary-chat=true');
  await withoutAddress(page);
  const popup = await extension.popupFor(page);
  await expect(popup.getByTestId('capture-state')).toHaveText('Temporary chat');
  await picture(popup, 'popup-temporary');
  await page.bringToFront();
  await say(page, 'Off the record');
  await page.waitForTimeout(2_500);
  expect(await stored(extension)).toMatchObject({ threads: [], messages: [] });
});

for (const dialect of ['classic', 'app-shell', 'claude-rows', 'claude-hub'] as const) {
  test(`${dialect}: a temporary chat that the user asks for is kept, and the next one is not`, async ({
    extension,
  }) => {
    const site = replica({ dialect });
    const known = site.site.ids.numbered(9_000);
    site.add(longConversation(known, 1, 'A thread of its own'));
    const path = dialect.startsWith('claude') ? '/new?incognito' : '/?temporary-chat=true';
    await site.attach(extension.context);
    const page = await visit(extension, site, path);
    await withoutAddress(page);
    const popup = await extension.popupFor(page);
    await page.bringToFront();
    await ask(page, 'Said before I asked');
    await expect(popup.getByTestId('thread-title')).toHaveText('Not kept');
    await popup.getByTestId('keep-this').click();
    await expect(popup.getByTestId('message-count')).toContainText('2 messages');
    await expect(popup.getByText('Kept because you asked')).toBeVisible();
    if (dialect === 'classic') await picture(popup, 'popup-asked');
    await page.bringToFront();
    await ask(page, 'And after');
    await expect(popup.getByTestId('message-count')).toContainText('4 messages');

    await goTo(page, site.threadPath(known));
    await expect(popup.getByTestId('thread-title')).toHaveText('A thread of its own');
    await expect(popup.getByTestId('message-count')).toHaveText(/^2 messages/);
    await goTo(page, path);
    await expect(popup.getByTestId('thread-title')).toHaveText('Not kept');
    await ask(page, 'Said before I asked');
    await page.waitForTimeout(2_500);
    await page.reload();
    await withoutAddress(page);
    await ask(page, 'And after');
    await page.waitForTimeout(2_500);
    await expect(popup.getByTestId('thread-title')).toHaveText('Not kept');

    const { threads, messages } = await stored(extension);
    const [asked] = threads.filter(({ key }) => key.startsWith('local:'));
    expect(threads.map(({ key }) => key).sort()).toEqual([asked?.key, known].sort());
    expect(asked).toMatchObject({ provisional: 0, messageCount: 4, url: site.origin + path.split('?')[0] });
    const prompts = messages.filter(({ role, threadId }) => role === 'user' && threadId === asked?.id);
    expect(said(prompts)).toEqual(['user: Said before I asked', 'user: And after']);
  });
}

test('a chat that is asked for before its first word is kept from there', async ({ extension }) => {
  const site = replica();
  await site.attach(extension.context);
  const page = await visit(extension, site, '/?temporary-chat=true');
  await withoutAddress(page);
  const popup = await extension.popupFor(page);
  await popup.getByTestId('keep-this').click();
  await expect(popup.getByTestId('thread-title')).toHaveText('This one will be kept');
  await picture(popup, 'popup-asked-before');
  await page.bringToFront();
  await ask(page, 'From the first word on');
  await expect(popup.getByTestId('message-count')).toHaveText('2 messages');
});

test('gemini: a chat that is asked for before it has an address is one thread when it gets it', async ({
  extension,
}) => {
  const site = replica({ dialect: 'gemini', lastingAfter: 15_000 });
  await site.attach(extension.context);
  const page = await visit(extension, site, '/app');
  const popup = await extension.popupFor(page);
  await page.bringToFront();
  await expect(popup.getByTestId('capture-state')).toHaveText('No conversation yet');
  await picture(popup, 'popup-untold');
  await page.bringToFront();
  await ask(page, 'Will it last?');
  await expect(popup.getByTestId('capture-state')).toHaveText('Not kept yet');
  await picture(popup, 'popup-unaddressed');
  await popup.getByTestId('keep-this').click();
  await expect(popup.getByTestId('message-count')).toContainText('2 messages');
  expect((await stored(extension)).threads.map(({ key }) => key)).toEqual([expect.stringMatching(/^local:/)]);
  await expect.poll(() => page.url(), { timeout: 30_000 }).toContain(site.conversations()[0]?.id ?? 'none');
  await expect
    .poll(async () => (await stored(extension)).threads.map(({ key }) => key))
    .toEqual([site.conversations()[0]?.id]);
  expect((await stored(extension)).messages).toHaveLength(2);
});

/** Opens a private window with a page of the site, and its popup. */
async function visitInPrivate(extension: Extension, url: string): Promise<{ page: Page; popup: Page }> {
  const control = await extension.open('popup.html');
  const opened = extension.context.waitForEvent('page');
  const tab = await control.evaluate(async (to) => {
    const window = await chrome.windows.create({ incognito: true, url: to });
    return window?.tabs?.[0]?.id;
  }, url);
  const page = await opened;
  const popup = await extension.open(`popup.html?tab=${tab}`);
  await expect(popup.getByTestId('capture-state')).toHaveText('Private window');
  await page.waitForFunction(() => window.replica !== undefined);
  return { page, popup };
}

for (const dialect of everyDialect) {
  test(`${dialect}: a private chat that is asked for before its first word is kept, the next one is not`, async () => {
    const extension = await launch({ inPrivate: true });
    const site = replica({ dialect });
    await site.attach(extension.context);
    const { page, popup } = await visitInPrivate(extension, site.origin + site.newChatPath);
    await popup.getByTestId('keep-this').click();
    await expect(popup.getByTestId('thread-title')).toHaveText('This one will be kept');
    await ask(page, 'From the first word on');
    await expect(popup.getByTestId('message-count')).toHaveText(/^2 messages/);
    await goTo(page, site.newChatPath);
    await expect(popup.getByTestId('thread-title')).toHaveText('Not kept');
    await ask(page, 'Nobody asked for this');
    await page.waitForTimeout(2_500);
    expect((await stored(extension)).messages).toHaveLength(2);
    await extension.close();
  });
}

test('nothing of a private window is kept but the conversation that the user asks for', async () => {
  const extension = await launch({ inPrivate: true });
  const site = replica();
  const first = '6b1c2d3e-0001-43ee-9a3e-0f2b9f6f1c11';
  const second = '6b1c2d3e-0002-43ee-9a3e-0f2b9f6f1c22';
  site.add(longConversation(first, 1, 'Asked for'));
  site.add(longConversation(second, 1, 'Not asked for'));
  await site.attach(extension.context);
  const { page, popup } = await visitInPrivate(extension, `${site.origin}/c/${first}`);
  await picture(popup, 'popup-private');
  await ask(page, 'Nobody hears this yet');
  await page.waitForTimeout(2_500);
  expect(await stored(extension)).toMatchObject({ threads: [], messages: [] });

  await popup.getByTestId('keep-this').click();
  await expect(popup.getByTestId('message-count')).toHaveText(/^4 messages/);
  await picture(popup, 'popup-private-asked');
  await ask(page, 'Somebody hears this');
  await expect(popup.getByTestId('message-count')).toHaveText(/^6 messages/);
  await page.getByRole('link', { name: 'Not asked for' }).click();
  await expect(popup.getByTestId('thread-title')).toHaveText('Not kept');
  await ask(page, 'And nobody this');
  await page.waitForTimeout(2_500);
  await page.goto(`${site.origin}/c/${first}`);
  await expect(popup.getByTestId('thread-title')).toHaveText('Not kept');
  expect((await stored(extension)).threads.map(({ key, messageCount }) => [key, messageCount])).toEqual([
    [first, 6],
  ]);
  await extension.close();
});

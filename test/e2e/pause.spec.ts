import type { Page } from '@playwright/test';
import { longConversation } from '../replica/script';
import { replica } from '../replica/server';
import type { Extension } from './browser';
import { ask, visit, wanted } from './chat';
import { asContentScript } from './content-script';
import { dialects, expect, test } from './fixture';
import { picture } from './picture';
import { said, stored } from './stored';

const A = '6b1c2d3e-0001-43ee-9a3e-0f2b9f6f1c11';
const B = '6b1c2d3e-0002-43ee-9a3e-0f2b9f6f1c22';

/** Pauses in the popup, by keyboard if it is to be seen that this is possible. */
async function pause(popup: Page, scope: 'thread' | 'site' | 'everywhere', how = 'pause-open-ended') {
  await popup.bringToFront();
  await popup.getByTestId('pause').click();
  await popup.getByTestId(`pause-${scope}`).check();
  await popup.getByTestId(how).click();
  await expect(popup.getByTestId('capture-state')).toHaveText('Paused');
}

const setCapture = (popup: Page, capture: unknown) =>
  popup.evaluate((value) => chrome.storage.local.set({ settings: { capture: value } }), capture);

const captureSettings = (popup: Page): Promise<Record<string, unknown>> =>
  popup.evaluate(async () => {
    const { settings } = await chrome.storage.local.get<{
      settings?: { capture: Record<string, unknown> };
    }>();
    return settings?.capture ?? {};
  });

/** Time in which a page that is watched would have been read and stored. */
const wouldBeKept = (page: Page) => page.waitForTimeout(2_500);

const threadKeys = async (extension: Extension) =>
  (await stored(extension)).threads.map(({ key }) => key).sort();

test('paused means nothing is kept, and resuming needs no reload', async ({ extension }) => {
  const site = replica();
  await site.attach(extension.context);
  const page = await visit(extension, site, '/');
  const popup = await extension.popupFor(page);
  await popup.getByTestId('pause').focus();
  await popup.keyboard.press('Enter');
  // With nothing said yet there is no conversation to pause.
  await expect(popup.getByTestId('pause-thread')).toHaveCount(0);
  await expect(popup.getByTestId('pause-site')).toBeFocused();
  await picture(popup, 'popup-pause-choices-new');
  await popup.keyboard.press('Escape');
  await expect(popup.getByTestId('pause-choices')).toHaveCount(0);
  await expect(popup.getByTestId('pause')).toBeFocused();
  await popup.keyboard.press('Enter');
  await expect(popup.getByTestId('pause-site')).toBeFocused();
  await popup.keyboard.press('ArrowDown');
  await expect(popup.getByTestId('pause-everywhere')).toBeChecked();
  for (const key of ['Tab', 'Tab', 'Enter']) await popup.keyboard.press(key);
  await expect(popup.getByTestId('capture-state')).toHaveText('Paused');
  await expect(popup.getByTestId('thread-title')).toHaveText('Paused everywhere');
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
  await setCapture(popup, { enabled: true, sites: { chatgpt: false } });
  await expect(popup.getByTestId('capture-state')).toHaveText('Paused');
  await expect(popup.getByTestId('thread-title')).toHaveText('ChatGPT is paused');
  await popup.getByTestId('resume').click();
  await expect(popup.getByTestId('capture-state')).toHaveText('No conversation yet');
  await setCapture(popup, 'garbage');
  await page.bringToFront();
  await ask(page, 'Damaged settings fall back to their defaults');
  await expect(popup.getByTestId('message-count')).toHaveText('2 messages');
});

test('a paused site leaves the others alone', async ({ extension }) => {
  const chatgpt = replica();
  const claude = replica({ dialect: 'claude-hub' });
  await chatgpt.attach(extension.context);
  await claude.attach(extension.context);
  const page = await visit(extension, chatgpt, '/');
  const popup = await extension.popupFor(page);
  await pause(popup, 'site');
  await expect(popup.getByTestId('thread-title')).toHaveText('ChatGPT is paused');
  await picture(popup, 'popup-paused-site');
  await page.bringToFront();
  await ask(page, 'Not this');
  const other = await visit(extension, claude, claude.newChatPath);
  await ask(other, 'But this');
  await expect
    .poll(async () => said((await stored(extension)).messages))
    .toEqual(wanted(claude.conversations()[0]));
  expect((await stored(extension)).threads.map(({ site }) => site)).toEqual(['claude']);
});

test('one conversation is paused, another in the same tab is kept, and going back it is still paused', async ({
  extension,
}) => {
  const site = replica();
  site.add(longConversation(A, 2, 'The one that is paused'));
  site.add(longConversation(B, 2, 'The other one'));
  await site.attach(extension.context);
  const page = await visit(extension, site, `/c/${A}`);
  const popup = await extension.popupFor(page);
  await expect(popup.getByTestId('message-count')).toHaveText('4 messages');
  await popup.getByTestId('pause').click();
  await expect(popup.getByTestId('pause-thread')).toBeChecked();
  await picture(popup, 'popup-pause-choices');
  await popup.getByTestId('pause-open-ended').click();
  await expect(popup.getByTestId('thread-title')).toHaveText('This conversation is paused');
  await picture(popup, 'popup-paused-thread');
  await page.bringToFront();
  await ask(page, 'Not for the archive');
  await wouldBeKept(page);
  expect((await stored(extension)).messages).toHaveLength(4);

  const go = async (title: string) => page.getByRole('link', { name: title }).click();
  await go('The other one');
  await expect(popup.getByTestId('message-count')).toHaveText('4 messages');
  await expect(popup.getByTestId('thread-title')).toHaveText('The other one');
  await ask(page, 'This may be known');
  await expect(popup.getByTestId('message-count')).toHaveText('6 messages');
  await page.goBack();
  await expect(popup.getByTestId('thread-title')).toHaveText('This conversation is paused');
  await ask(page, 'Neither is this');
  await wouldBeKept(page);
  const { messages } = await stored(extension);
  expect(messages).toHaveLength(10);
  expect(said(messages).join()).not.toMatch(/archive|Neither/);

  await page.reload();
  await expect(popup.getByTestId('thread-title')).toHaveText('This conversation is paused');
  await popup.getByTestId('resume').click();
  await expect(popup.getByTestId('message-count')).toHaveText('8 messages');
  expect(await captureSettings(popup)).toMatchObject({ threads: {} });
});

test('nothing of a paused conversation comes into the one that was opened by a link, though it stands there for long', async ({
  extension,
}) => {
  const site = replica({ swapAfter: 7_000 });
  site.add(longConversation(A, 2, 'The one that is paused'));
  site.add(longConversation(B, 2, 'The other one'));
  await site.attach(extension.context);
  const page = await visit(extension, site, `/c/${A}`);
  const popup = await extension.popupFor(page);
  await expect(popup.getByTestId('message-count')).toHaveText('4 messages');
  await pause(popup, 'thread');
  await page.bringToFront();
  await ask(page, 'A secret');
  await page.getByRole('link', { name: 'The other one' }).click();
  // One more turn of it comes under the new address.
  await page.evaluate(() => {
    const last = [...document.querySelectorAll('[data-turn-id-container]:has(section)')].at(-1);
    const copy = last?.cloneNode(true) as Element;
    for (const each of [copy, ...copy.querySelectorAll('*')])
      for (const name of ['data-message-id', 'data-turn-id'])
        if (each.hasAttribute(name)) each.setAttribute(name, '6b1c2d3e-9999-43ee-9a3e-0f2b9f6f1c99');
    last?.after(copy);
  });
  await page.waitForTimeout(4_000);
  expect(await threadKeys(extension)).toEqual([A]);
  await expect(popup.getByTestId('thread-title')).toHaveText('The other one', { timeout: 10_000 });
  await expect.poll(async () => (await stored(extension)).messages.length).toBe(8);
  expect(said((await stored(extension)).messages).join()).not.toContain('secret');
});

for (const dialect of dialects) {
  test(`${dialect}: a new chat paused before it has its lasting id stays paused, in another tab too`, async ({
    extension,
  }) => {
    const site = replica({
      dialect,
      lastingAfter: 6_000,
      thinking: 3_000,
      answer: () => [{ kind: 'text', text: 'A secret' }],
    });
    await site.attach(extension.context);
    const page = await visit(extension, site, site.newChatPath);
    const popup = await extension.popupFor(page);
    await page.bringToFront();
    await page.getByRole('textbox').fill('The prompt was still kept');
    await page.keyboard.press('Enter');
    await expect(popup.getByTestId('message-count')).toHaveText('1 message');
    await pause(popup, 'thread');
    await page.bringToFront();
    const id = () => site.conversations()[0]?.id ?? 'none';
    await expect.poll(() => page.url(), { timeout: 20_000 }).toContain(id());
    await expect.poll(() => page.evaluate(() => window.replica.busy())).toBe(false);
    await expect(popup.getByTestId('thread-title')).toHaveText('This conversation is paused');
    await expect
      .poll(async () => Object.keys((await captureSettings(popup))['threads'] as object))
      .toContain(`${site.site.id}/${id()}`);
    const second = await visit(extension, site, site.threadPath(id()));
    await wouldBeKept(second);
    expect(said((await stored(extension)).messages)).toEqual(['user: The prompt was still kept']);

    await popup.bringToFront();
    await popup.getByTestId('resume').click();
    await expect
      .poll(async () => said((await stored(extension)).messages))
      .toEqual(wanted(site.conversations()[0]));
    expect(await threadKeys(extension)).toEqual([id()]);
  });
}

test('a pause for an hour says until when and ends by itself, though the worker is dead', async ({
  extension,
}) => {
  const site = replica();
  await site.attach(extension.context);
  const page = await visit(extension, site, '/');
  const popup = await extension.popupFor(page);
  await page.bringToFront();
  await ask(page, 'Before the pause');
  await expect(popup.getByTestId('message-count')).toHaveText('2 messages');
  await pause(popup, 'everywhere', 'pause-hour');
  await expect(popup.getByTestId('thread-title')).toHaveText(/^Paused everywhere until \d/);
  await picture(popup, 'popup-paused-hour');
  const until = Number((await captureSettings(popup))['until']);
  expect(until - Date.now()).toBeGreaterThan(3_500_000);

  const threads = { [`chatgpt/${site.conversations()[0]?.id}`]: Date.now() + 6_000 };
  await setCapture(popup, {
    until: Date.now() + 4_000,
    sitesUntil: { chatgpt: Date.now() + 5_000 },
    threads,
  });
  await page.bringToFront();
  await ask(page, 'During the pause');
  await extension.stopWorker();
  await expect(popup.getByTestId('thread-title')).toHaveText(/^ChatGPT is paused until/);
  await expect(popup.getByTestId('thread-title')).toHaveText(/^This conversation is paused until/);
  await expect(popup.getByTestId('message-count')).toHaveText('4 messages');
  // What is over goes when settings are next saved.
  await pause(popup, 'site');
  expect(await captureSettings(popup)).toMatchObject({ until: 0, sitesUntil: {}, threads: {} });
});

/** Counts, in the content script's world, what is left to be called. */
const COUNT = `(() => {
  const left = { observers: new Set(), timers: new Map(), listeners: [] };
  globalThis.left = left;
  const wrap = (object, name, make) => { object[name] = make(object[name]); };
  wrap(MutationObserver.prototype, 'observe', (old) => function (...a) { left.observers.add(this); return old.apply(this, a); });
  wrap(MutationObserver.prototype, 'disconnect', (old) => function () { left.observers.delete(this); return old.call(this); });
  wrap(globalThis, 'setTimeout', (old) => (act, delay, ...a) => {
    const id = old(() => { left.timers.delete(id); act(...a); }, delay);
    left.timers.set(id, delay);
    return id;
  });
  wrap(globalThis, 'clearTimeout', (old) => (id) => { left.timers.delete(id); old(id); });
  wrap(EventTarget.prototype, 'addEventListener', (old) => function (type, act, options) {
    left.listeners.push({ type, signal: options?.signal, target: this });
    return old.call(this, type, act, options);
  });
})()`;
const LEFT = `({
  observers: left.observers.size,
  timers: [...left.timers.values()].filter((delay) => delay < 60_000).length,
  listeners: left.listeners.filter((each) => !each.signal?.aborted && !(each.target instanceof AbortSignal)).map((each) => each.type).sort(),
})`;

test('a paused page has no observer and no timer, and listens at most to its address', async ({
  extension,
}) => {
  const site = replica();
  site.add(longConversation(A, 2));
  await site.attach(extension.context);
  const page = await visit(extension, site, `/c/${A}`);
  const popup = await extension.popupFor(page);
  const left = () => asContentScript(page, extension, LEFT);
  await expect(popup.getByTestId('message-count')).toHaveText('4 messages');
  await pause(popup, 'everywhere');
  await asContentScript(page, extension, COUNT);
  await popup.getByTestId('resume').click();
  await expect.poll(left).toMatchObject({ observers: 1 });
  await expect(popup.getByTestId('message-count')).toHaveText('4 messages');
  const watched = (await left()) as { listeners: string[] };
  expect(watched.listeners).toContain('click');

  for (const scope of ['everywhere', 'site', 'thread'] as const) {
    for (const how of ['pause-hour', 'pause-open-ended']) {
      await pause(popup, scope, how);
      await page.bringToFront();
      await ask(page, 'Nobody looks');
      expect(await left(), `${scope} ${how}`).toEqual({
        observers: 0,
        timers: 0,
        listeners: scope === 'thread' ? ['currententrychange'] : [],
      });
      await popup.bringToFront();
      await popup.getByTestId('resume').click();
      await expect(popup.getByTestId('capture-state')).toHaveText('Live');
    }
  }
  await expect
    .poll(async () => said((await stored(extension)).messages))
    .toEqual(wanted(site.conversations()[0]));
});

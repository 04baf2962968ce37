import { textPart } from '../replica/conversation';
import { answerTo } from '../replica/script';
import { replica } from '../replica/server';
import { type Extension, launch } from './browser';
import { ask, complaints, say, visit, wanted } from './chat';
import { everyDialect, expect, test } from './fixture';
import { said, stored } from './stored';
import { alive, counted } from './worlds';

const saved = async (extension: Extension) => said((await stored(extension)).messages);
const NOTHING = { observers: 0, timers: 0, listeners: [] };

/** Answers that take some ten seconds. */
const long = (prompt: string, n: number) => [...answerTo(prompt, n), textPart('And on it goes.'.repeat(200))];

let extension: Extension;
test.beforeEach(async () => {
  extension = await launch({ ownBuild: counted });
});
test.afterEach(() => extension.close());

for (const dialect of everyDialect) {
  test(`${dialect}: an update in mid-answer loses nothing, doubles nothing and needs no reload`, async () => {
    const site = replica({ dialect, answer: long });
    await site.attach(extension.context);
    const page = await visit(extension, site, site.newChatPath);
    const heard = complaints(page);
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    await say(page, 'During the update');
    await expect.poll(async () => (await saved(extension)).length).toBe(2);
    expect(await page.evaluate(() => window.replica.busy())).toBe(true);

    await extension.update();
    await expect.poll(() => page.evaluate(() => window.replica.busy()), { timeout: 30_000 }).toBe(false);
    await ask(page, 'After the update');
    await expect.poll(() => saved(extension)).toEqual(wanted(site.conversations()[0]));
    expect((await stored(extension)).threads).toHaveLength(1);

    const [old, young, ...more] = await alive(page, extension);
    expect(old).toEqual(NOTHING);
    expect(young).toMatchObject({ observers: 1 });
    expect(more).toEqual([]);
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
    expect(heard).toEqual([]);
  });
}

test('an update before a new chat has its lasting address leaves one thread', async () => {
  const site = replica({ dialect: 'app-shell', confirmedAfter: 4_000, lastingAfter: 6_000 });
  await site.attach(extension.context);
  const page = await visit(extension, site, '/');
  await say(page, 'Whose chat is this?');
  await expect
    .poll(async () => (await stored(extension)).threads.map((thread) => thread.provisional))
    .toEqual([1]);
  await extension.update();
  await expect.poll(() => saved(extension), { timeout: 20_000 }).toEqual(wanted(site.conversations()[0]));
  await expect
    .poll(async () => (await stored(extension)).threads.map((thread) => thread.key))
    .toEqual(site.conversations().map(({ id }) => id));
});

test('switched off and on again, the extension finds its open tabs', async () => {
  const site = replica();
  await site.attach(extension.context);
  const page = await visit(extension, site, '/');
  const settings = await extension.context.newPage();
  await settings.goto('chrome://extensions');
  for (const enabled of [false, true])
    await settings.evaluate(([id, on]) => chrome.management.setEnabled(id, on), [
      extension.id,
      enabled,
    ] as const);
  await page.bringToFront();
  await ask(page, 'On again?');
  await expect.poll(() => saved(extension)).toEqual(wanted(site.conversations()[0]));
  expect(await alive(page, extension)).toMatchObject([NOTHING, { observers: 1 }]);
});

test('a script that comes twice captures once', async () => {
  const site = replica();
  await site.attach(extension.context);
  const page = await visit(extension, site, '/');
  const popup = await extension.open('popup.html');
  const inject = () =>
    popup.evaluate(async () => {
      for (const { id = 0 } of await chrome.tabs.query({ url: 'https://chatgpt.com/*' }))
        await chrome.scripting.executeScript({ target: { tabId: id }, files: ['/capture.js'] });
    });
  const standing = async () => (await alive(page, extension)).map(({ timers: _, ...rest }) => rest);
  const before = await standing();
  await inject();
  await inject();
  expect(await standing()).toEqual(before);
  await page.bringToFront();
  await ask(page, 'Once, please');
  await expect.poll(() => saved(extension)).toEqual(wanted(site.conversations()[0]));
  expect(await alive(page, extension)).toMatchObject([{ observers: 1 }]);
});

test('a page can neither see the script come nor send it away', async () => {
  const site = replica();
  await site.attach(extension.context);
  // What WXT's own content scripts say to the page, and take from it.
  const called = `${extension.id}:capture:wxt:content-script-started`;
  await extension.context.addInitScript((name) => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)));
    document.addEventListener(name, () => heard.push(name));
  }, called);
  const page = await visit(extension, site, '/');
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  expect(await heard()).toEqual([]);
  await extension.update();
  await page.evaluate((name) => {
    const detail = { contentScriptName: 'capture', messageId: 'forged' };
    document.dispatchEvent(new CustomEvent(name, { detail }));
    postMessage({ type: name, ...detail });
    document.documentElement.insertAdjacentHTML('beforeend', '<a id="threadkeeper" name="chrome"></a>');
  }, called);
  await ask(page, 'Still here?');
  await expect.poll(() => saved(extension)).toEqual(wanted(site.conversations()[0]));
  expect((await heard()).filter((each) => !each.includes('forged') && each !== called)).toEqual([]);
});

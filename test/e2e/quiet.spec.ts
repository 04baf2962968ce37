import { longConversation } from '../replica/script';
import { replica } from '../replica/server';
import { type Extension, launch } from './browser';
import { ask, complaints, say, visit, wanted } from './chat';
import { everyDialect, expect, test } from './fixture';
import { said, stored } from './stored';
import { alive, counted, hide } from './worlds';

const saved = async (extension: Extension) => said((await stored(extension)).messages);
const NOTHING = { observers: 0, timers: 0, listeners: [] };
/** All that is left: the browser tells nobody else that a page which it had put away is back. */
const PAUSED = { ...NOTHING, listeners: ['pageshow'] };

let extension: Extension;
test.beforeEach(async () => {
  extension = await launch({ ownBuild: counted });
});
test.afterEach(() => extension.close());

for (const dialect of everyDialect) {
  test(`${dialect}: thirty moves between threads leave nothing behind, and a pause leaves nothing at all`, async () => {
    const site = replica({ dialect, swapAfter: 100 });
    const ids = [1, 2, 3].map(() => site.site.ids.make());
    for (const [n, id] of ids.entries()) site.add(longConversation(id, 3, `Thread ${n}`));
    await site.attach(extension.context);
    const page = await visit(extension, site, site.threadPath(ids[0] ?? ''));
    const heard = complaints(page);
    const standing = async () => (await alive(page, extension))[0];
    const go = async (n: number) => {
      await page
        .locator(`a[href="${site.threadPath(ids[n % 3] ?? '')}"]`)
        .first()
        .click();
      await expect(page.getByText(`Question 1 of Thread ${n % 3}`).first()).toBeAttached();
    };
    await go(1);
    await expect.poll(async () => (await standing())?.timers, { timeout: 20_000 }).toBe(0); // at rest
    const first = await standing();
    expect(first).toMatchObject({ observers: 1 });

    for (let n = 2; n <= 31; n++) await go(n);
    await expect.poll(async () => (await stored(extension)).threads.length).toBe(3);
    await expect.poll(standing, { timeout: 20_000 }).toEqual(first);

    const popup = await extension.popupFor(page);
    await popup.getByTestId('pause').click();
    await popup.getByTestId('pause-everywhere').check();
    await popup.getByTestId('pause-open-ended').click();
    await expect.poll(standing).toEqual(PAUSED);
    await page.bringToFront();
    await say(page, 'Nobody listens');
    await page.goBack();
    expect(await standing()).toEqual(PAUSED);
    await popup.getByTestId('resume').click();
    await expect.poll(async () => (await standing())?.observers).toBe(1);

    await extension.update();
    await page.bringToFront();
    await ask(page, 'And after an update?');
    await expect
      .poll(async () => (await alive(page, extension)).map(({ observers }) => observers))
      .toEqual([0, 1]);
    expect(heard).toEqual([]);
  });
}

test('a page whose address leads away while its turns stay is not looked at for ever', async () => {
  const site = replica();
  await site.attach(extension.context);
  const page = await visit(extension, site, '/');
  await ask(page, 'I stay');
  await expect.poll(() => saved(extension)).toEqual(wanted(site.conversations()[0]));
  await page.evaluate(() => history.pushState({}, '', '/gpts'));
  await expect.poll(async () => (await alive(page, extension))[0]?.timers, { timeout: 30_000 }).toBe(0);
});

test('a hidden page that does not change is not observed, and loses nothing by it', async () => {
  const site = replica();
  await site.attach(extension.context);
  const page = await visit(extension, site, '/');
  const observers = async () => (await alive(page, extension))[0]?.observers;
  const all = () => wanted(site.conversations()[0]);
  await say(page, 'This answer is written in a hidden page');
  await hide(page, extension, true);
  await expect.poll(() => saved(extension), { timeout: 20_000 }).toEqual(all());
  expect(await observers()).toBe(1);
  await expect.poll(observers, { timeout: 20_000 }).toBe(0);

  // Something comes in though nobody looks: a glance finds it, and what follows is observed.
  await say(page, 'This comes from another device');
  await expect.poll(observers, { timeout: 20_000 }).toBe(1);
  await expect.poll(() => saved(extension), { timeout: 20_000 }).toEqual(all());
  await expect.poll(observers, { timeout: 20_000 }).toBe(0);

  // Anything may change meanwhile, and is read before it is seen.
  const first = page.getByText('Reply number 1').first();
  await first.evaluate((element) => void element.append(' And an afterthought.'));
  await hide(page, extension, false);
  await expect.poll(async () => (await saved(extension))[1]).toContain('And an afterthought.');
  expect(await observers()).toBe(1);

  await hide(page, extension, true);
  await expect.poll(observers, { timeout: 20_000 }).toBe(0);
  await first.evaluate((element) => void element.append(' And the last word.'));
  await page.close({ runBeforeUnload: false });
  await expect.poll(async () => (await saved(extension))[1]).toContain('And the last word.');
});

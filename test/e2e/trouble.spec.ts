import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longConversation } from '../replica/script';
import { replica } from '../replica/server';
import { launch } from './browser';
import { ask, say, visit, wanted } from './chat';
import { asContentScript } from './content-script';
import { dialects, expect, test } from './fixture';
import { picture } from './picture';
import { said, stored } from './stored';

test('malformed messages and messages from the wrong sender are refused with a reason and store nothing', async ({
  extension,
}) => {
  const site = replica();
  await site.attach(extension.context);
  const page = await visit(extension, site, '/');
  const popup = await extension.popupFor(page);
  const keep = {
    name: 'capture/keep',
    request: {
      site: 'chatgpt',
      thread: { key: 'forged', provisional: false, formerKeys: [], url: 'https://chatgpt.com/c/forged' },
      turns: [{ key: 'x', formerKeys: [], role: 'user', markdown: 'forged', blocks: [], state: 'final' }],
    },
  };
  const fromContent = (message: unknown) =>
    asContentScript(page, extension, `chrome.runtime.sendMessage(${JSON.stringify(message)})`);
  const fromPage = (message: unknown) => popup.evaluate((m) => chrome.runtime.sendMessage(m), message);

  for (const message of [
    null,
    'hello',
    { name: 'capture/keep', request: {} },
    { name: 'nonsense', request: {} },
    { ...keep, request: { ...keep.request, turns: [{}] } },
  ]) {
    expect(await fromContent(message)).toMatchObject({
      ok: false,
      error: { code: 'refused', message: expect.stringMatching(/\w+/) },
    });
  }
  expect(await fromPage(keep)).toMatchObject({ ok: false, error: { code: 'refused' } });
  expect(await fromContent({ name: 'capture/switch', request: { enabled: false } })).toMatchObject({
    ok: false,
    error: { code: 'refused' },
  });
  expect(await fromContent({ ...keep, request: { ...keep.request, site: 'claude' } })).toMatchObject({
    ok: false,
    error: { code: 'refused' },
  });
  expect(await stored(extension)).toMatchObject({ threads: [], messages: [] });

  await ask(page, 'And still it works');
  await expect
    .poll(async () => said((await stored(extension)).messages))
    .toEqual(wanted(site.conversations()[0]));
});

test('a store that does not open is told, keeps the turns waiting, and harms nothing stored', async () => {
  const site = replica();
  const first = await launch();
  await site.attach(first.context);
  await ask(await visit(first, site, '/'), 'Before the trouble');
  await expect
    .poll(async () => said((await stored(first)).messages))
    .toEqual(wanted(site.conversations()[0]));
  await first.context.close();

  const folder = join(first.profile, 'Default', 'IndexedDB');
  const name = readdirSync(folder).find((each) => each.includes(first.id) && each.endsWith('.leveldb'));
  if (!name) throw new Error('The extension has no database folder.');
  renameSync(join(folder, name), join(folder, 'away'));
  writeFileSync(join(folder, name), 'a file where a folder should be');

  const broken = await launch({ profile: first.profile });
  await site.attach(broken.context);
  const page = await visit(broken, site, '/');
  await ask(page, 'During the trouble');
  const popup = await broken.popupFor(page);
  await expect(popup.getByTestId('capture-state')).toHaveText('Not saving');
  await expect(popup.getByTestId('problem')).toContainText('2 messages are waiting in this tab');
  await picture(popup, 'popup-failed');

  // The trouble ends while the tab is still open: what waited is saved without a click.
  rmSync(join(folder, name));
  renameSync(join(folder, 'away'), join(folder, name));
  await expect.poll(async () => (await stored(broken)).messages.length, { timeout: 40_000 }).toBe(4);
  expect(said((await stored(broken)).messages).sort()).toEqual(site.conversations().flatMap(wanted).sort());
  await expect(popup.getByTestId('capture-state')).toHaveText('Live', { timeout: 20_000 });
  await broken.close();
});

/** Leaves hardly any room on a disk that the browser writes to at the same time. */
function fill(disk: string, path: string): void {
  const filler = openSync(path, 'w');
  const room = () => statfsSync(disk).bavail * statfsSync(disk).bsize - 200_000;
  try {
    while (room() > 0) writeSync(filler, Buffer.alloc(Math.min(room(), 4_000_000)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error; // the browser was faster
  } finally {
    closeSync(filler);
  }
}

test('a full disk is told, keeps the turns waiting, and saving goes on when there is room', async () => {
  const disk = mkdtempSync(join(tmpdir(), 'threadkeeper-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', disk]).status === 0;
  test.skip(!mounted, 'a disk small enough to fill cannot be mounted here');
  try {
    const site = replica();
    const extension = await launch({ profile: join(disk, 'profile') });
    await site.attach(extension.context);
    const page = await visit(extension, site, '/');
    await ask(page, 'While there is room');
    await expect
      .poll(async () => said((await stored(extension)).messages))
      .toEqual(wanted(site.conversations()[0]));

    fill(disk, join(disk, 'filler'));
    const words = Array.from({ length: 60_000 }, () => Math.random().toString(36).slice(2)).join(' ');
    await ask(page, `Too long for what is left: ${words}`);
    const popup = await extension.popupFor(page);
    await expect(popup.getByTestId('capture-state')).toHaveText('Not saving');
    await expect(popup.getByTestId('problem')).toContainText('The disk is full');

    rmSync(join(disk, 'filler'));
    await expect
      .poll(async () => said((await stored(extension)).messages), { timeout: 30_000 })
      .toEqual(wanted(site.conversations()[0]));
    await expect(popup.getByTestId('capture-state')).toHaveText('Live');
    await extension.close();
  } finally {
    execFileSync('umount', ['--lazy', disk]);
  }
});

for (const dialect of dialects) {
  test(`${dialect}: a browser killed in mid-stream has kept what it showed two seconds before`, async () => {
    const long = 'No word that was on the screen may be lost. '.repeat(80).trim();
    const site = replica({
      dialect,
      chunk: 20,
      chunkEvery: 100,
      lastingAfter: 300,
      answer: () => [{ kind: 'text', text: long }],
    });
    const first = await launch();
    await site.attach(first.context);
    const page = await visit(first, site, '/');
    await say(page, 'Tell me something long');
    await page.waitForTimeout(2_500);
    const shown = await page.evaluate(() => window.replica.showing().at(-1)?.parts[0]?.text ?? '');
    await page.waitForTimeout(2_000);
    await first.kill();

    const second = await launch({ profile: first.profile });
    await site.attach(second.context);
    const kept = await stored(second);
    expect(kept.messages.map((message) => message.role)).toEqual(['user', 'assistant']);
    expect(kept.messages[1]?.markdown.length).toBeGreaterThanOrEqual(shown.trim().length);
    expect(shown.length).toBeGreaterThan(100);

    await visit(second, site, `/c/${site.conversations()[0]?.id}`);
    await expect
      .poll(async () => said((await stored(second)).messages), { timeout: 30_000 })
      .toEqual(wanted(site.conversations()[0]));
    expect((await stored(second)).threads).toHaveLength(1);
    await second.close();
  });

  test(`${dialect}: a tab that crashes before its chat has a lasting id leaves no twin`, async ({
    extension,
  }) => {
    const site = replica({ dialect, confirmedAfter: 3_000, lastingAfter: 3_000 });
    await site.attach(extension.context);
    const page = await visit(extension, site, '/');
    await say(page, 'Will this be two?');
    await expect
      .poll(async () => (await stored(extension)).threads.map((thread) => thread.provisional))
      .toEqual([1]);
    const crashed = page.waitForEvent('crash');
    await page.goto('chrome://crash').catch(() => undefined); // a crash answers no navigation
    await crashed;

    const again = await visit(extension, site, `/c/${site.conversations()[0]?.id}`);
    await expect(again.getByText('Reply number 1')).toBeVisible();
    await expect
      .poll(async () => said((await stored(extension)).messages))
      .toEqual(wanted(site.conversations()[0]));
    await expect
      .poll(async () => (await stored(extension)).threads.map((thread) => thread.key))
      .toEqual([site.conversations()[0]?.id]);
  });
}

test('a clock that is set back just before an answer is finished does not keep it unfinished', async ({
  extension,
}) => {
  // From the last word to the sign that it was the last there is time for this.
  const site = replica({ dialect: 'gemini', busyFor: 6_000 });
  await site.attach(extension.context);
  const page = await visit(extension, site, site.newChatPath);
  await say(page, 'What time is it?');
  const answer = async () => (await stored(extension)).messages.find(({ role }) => role === 'assistant');
  await expect.poll(async () => (await answer())?.markdown).toMatch(/Run it once a week\.$/);
  expect((await answer())?.state).toBe('streaming');
  await asContentScript(page, extension, 'Date.now = ((now) => () => now() - 3_600_000)(Date.now)');
  await expect.poll(async () => (await answer())?.state, { timeout: 20_000 }).toBe('final');
});

test('pages that are no conversation give nothing and no error', async ({ extension }) => {
  const errors: string[] = [];
  extension.context.on('weberror', (error) => errors.push(error.error().message));
  extension.context.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const site = replica();
  site.add(longConversation('6b1c2d3e-0001-43ee-9a3e-0f2b9f6f1c11', 2));
  await site.attach(extension.context);
  await extension.context.route('https://chatgpt.com/gpts', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>ChatGPT</title><main><h1>GPTs</h1><p>Explore</p></main>',
    }),
  );
  const page = await extension.context.newPage();
  for (const path of ['/gpts', '/']) {
    await page.goto(site.origin + path);
    await page.waitForTimeout(1_500);
  }
  expect(await stored(extension)).toMatchObject({ threads: [], messages: [] });
  expect(errors).toEqual([]);
});

import { beforeEach, expect, test, vi } from 'vitest';
import type { Sender } from '../../src/messages/serve';
import type { Batch } from '../../src/model/turn';
import { openStore, type Store } from '../../src/store/db';

/** The extension's own storage is the one thing a page outside an extension has not got. */
const kept: { settings?: unknown } = {};
vi.mock('../../src/browser', () => ({
  browser: {
    runtime: { id: 'abc', getURL: (path: string) => path },
    storage: { local: { get: async () => kept, set: async (values: object) => Object.assign(kept, values) } },
  },
}));
const { handlers } = await import('../../src/worker/handlers');

const sender = (incognito = false): Sender => ({
  id: 'abc',
  tab: { id: 1, incognito } as NonNullable<Sender['tab']>,
});
const batch: Batch = {
  site: 'chatgpt',
  thread: { key: 't', provisional: false, formerKeys: [], url: 'https://chatgpt.com/c/t' },
  windows: [],
  turns: [{ key: 'u1', formerKeys: [], role: 'user', markdown: 'Hello', blocks: [], state: 'final' }],
};
let db: Store;
beforeEach(() => {
  db = openStore(`test-${crypto.randomUUID()}`);
  kept.settings = undefined;
});

test('a turn is acknowledged once it is stored', async () => {
  expect(await handlers(db)['capture/keep'](batch, sender())).toEqual({ written: 3 });
  expect(await db.messages.count()).toBe(1);
});

test('nothing of a private window is stored', async () => {
  expect(await handlers(db)['capture/hello']({ site: 'chatgpt' }, sender(true))).toEqual({
    capture: 'private',
  });
  await expect(handlers(db)['capture/keep'](batch, sender(true))).rejects.toMatchObject({ code: 'private' });
  expect(await db.messages.count()).toBe(0);
});

test('nothing is stored while paused, everywhere or for one site, until it is resumed', async () => {
  for (const site of [undefined, 'chatgpt']) {
    await handlers(db)['capture/switch']({ enabled: false, ...(site && { site }) }, sender());
    expect(await handlers(db)['capture/hello']({ site: 'chatgpt' }, sender())).toEqual({
      capture: 'paused',
      pause: { scope: site ? 'site' : 'everywhere' },
    });
    await expect(handlers(db)['capture/keep'](batch, sender())).rejects.toMatchObject({ code: 'paused' });
    await handlers(db)['capture/switch']({ enabled: true, ...(site && { site }) }, sender());
  }
  expect(await handlers(db)['capture/hello']({ site: 'chatgpt' }, sender())).toEqual({ capture: 'on' });
  expect(await db.messages.count()).toBe(0);
});

test('pausing one site leaves the others and every other setting alone', async () => {
  kept.settings = { endpoint: { url: 'http://127.0.0.1:14242', apiKey: 'k', space: 's' } };
  await handlers(db)['capture/switch']({ enabled: false, site: 'claude' }, sender());
  expect(await handlers(db)['capture/hello']({ site: 'chatgpt' }, sender())).toEqual({ capture: 'on' });
  expect(kept.settings).toMatchObject({
    endpoint: { url: 'http://127.0.0.1:14242', apiKey: 'k', space: 's' },
  });
});

test('a conversation of a private window is stored once the user asked for it, and no other', async () => {
  const asked = { ...batch, thread: { ...batch.thread, asked: true } };
  await handlers(db)['capture/keep'](asked, sender(true));
  expect(await db.messages.count()).toBe(1);
  const other = { ...batch, thread: { ...batch.thread, key: 'u' } };
  await expect(handlers(db)['capture/keep'](other, sender(true))).rejects.toMatchObject({ code: 'private' });
  expect(await db.threads.count()).toBe(1);
});

const temporary = (thread: Partial<Batch['thread']> = {}): Batch => ({
  ...batch,
  thread: { ...batch.thread, key: 'local:1', url: 'https://chatgpt.com/', ...thread },
});

test('a temporary chat is stored only when the user asked for it', async () => {
  await expect(handlers(db)['capture/keep'](temporary(), sender())).rejects.toMatchObject({
    code: 'private',
  });
  expect(await db.threads.count()).toBe(0);
  await handlers(db)['capture/keep'](temporary({ asked: true }), sender());
  expect(await db.threads.toArray()).toMatchObject([{ key: 'local:1', provisional: 0 }]);
});

test('a chat that was kept on request neither takes in another nor is taken in', async () => {
  const keep = handlers(db)['capture/keep'];
  // The same prompt, before it had an id, in a page that died.
  const prompt = { ...batch.turns[0], key: '~/user/0', formerKeys: [] } as Batch['turns'][number];
  await keep({ ...temporary({ key: 'local:died', provisional: true }), turns: [prompt] }, sender());
  await keep(
    { ...temporary({ asked: true }), turns: [{ ...prompt, key: 'u9', formerKeys: ['~/user/0'] }] },
    sender(),
  );
  expect((await db.threads.toArray()).map(({ key }) => key).sort()).toEqual(['local:1', 'local:died']);

  await keep({ ...temporary({ key: 'local:2', provisional: true, asked: true }), turns: [prompt] }, sender());
  await keep({ ...batch, turns: [{ ...prompt, key: 'u8', formerKeys: ['~/user/0'] }] }, sender());
  expect((await db.threads.toArray()).map(({ key }) => key).sort()).toEqual(['local:1', 'local:2', 't']);
});

test('a chat that was asked for in its middle does not claim to be whole', async () => {
  const keep = handlers(db)['capture/keep'];
  await keep(temporary({ provisional: true, asked: true }), sender());
  await keep(temporary({ key: 'local:2', provisional: true, asked: true, begun: true }), sender());
  const states = (await db.threads.toArray()).map(({ key, ledger }) => [key, ledger.state]);
  expect(Object.fromEntries(states)).toEqual({ 'local:1': 'unknown', 'local:2': 'live' });
});

test('a conversation that is paused under an earlier key is paused under its lasting one, for good', async () => {
  const { 'capture/switch': change, 'capture/keep': keep, 'capture/hello': hello } = handlers(db);
  await change({ enabled: false, site: 'chatgpt', threadKeys: ['local:1'] }, sender());
  const lasting = { ...batch, thread: { ...batch.thread, formerKeys: ['local:1'] } };
  await expect(keep(lasting, sender())).rejects.toMatchObject({ code: 'paused' });
  await expect(keep(batch, sender())).rejects.toMatchObject({ code: 'paused' });
  expect(await hello({ site: 'chatgpt', threadKeys: ['t'] }, sender())).toEqual({
    capture: 'paused',
    pause: { scope: 'thread' },
  });
  expect(await hello({ site: 'chatgpt', threadKeys: ['other'] }, sender())).toEqual({ capture: 'on' });

  await change({ enabled: true, site: 'chatgpt', threadKeys: ['t', 'local:1'] }, sender());
  expect(kept.settings).toMatchObject({ capture: { threads: {} } });
  await keep(lasting, sender());
  expect(await db.messages.count()).toBe(1);
});

test('a pause for an hour is over after an hour, and when a tab has waited it out', async () => {
  const { 'capture/switch': change, 'capture/waited': waited, 'capture/hello': hello } = handlers(db);
  const ask = () => hello({ site: 'chatgpt', threadKeys: [] }, sender());
  await change({ enabled: false, forAnHour: true }, sender());
  const paused = await ask();
  const until = paused.capture === 'paused' ? (paused.pause.until ?? 0) : 0;
  expect(until - Date.now()).toBeGreaterThan(3_590_000);
  expect(until - Date.now()).toBeLessThanOrEqual(3_600_000);
  await waited({ site: 'chatgpt', until: until - 1 }, sender());
  expect(await ask()).toEqual(paused);
  await waited({ site: 'chatgpt', until }, sender());
  expect(await ask()).toEqual({ capture: 'on' });

  kept.settings = { capture: { until: Date.now() - 1, sitesUntil: { chatgpt: 1 } } };
  expect(await ask()).toEqual({ capture: 'on' });
  await change({ enabled: false, site: 'claude' }, sender());
  expect(kept.settings).toMatchObject({ capture: { until: 0, sitesUntil: {} } });
});

test('a store that was closed under it is opened again', async () => {
  await handlers(db)['capture/keep'](batch, sender());
  db.close({ disableAutoOpen: false });
  const more = { ...batch, turns: batch.turns.map((turn) => ({ ...turn, key: 'u2' })) };
  await handlers(db)['capture/keep'](more, sender());
  expect(await db.messages.count()).toBe(2);
});

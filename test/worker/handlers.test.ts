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
    expect(await handlers(db)['capture/hello']({ site: 'chatgpt' }, sender())).toEqual({ capture: 'paused' });
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

test('a store that was closed under it is opened again', async () => {
  await handlers(db)['capture/keep'](batch, sender());
  db.close({ disableAutoOpen: false });
  const more = { ...batch, turns: batch.turns.map((turn) => ({ ...turn, key: 'u2' })) };
  await handlers(db)['capture/keep'](more, sender());
  expect(await db.messages.count()).toBe(2);
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Batch, Turn } from '../../src/model/turn';
import { openStore, type Store } from '../../src/store/db';
import { keep } from '../../src/store/keep';

let db: Store;
beforeEach(() => {
  db = openStore(`test-${crypto.randomUUID()}`);
});
afterEach(() => db.close());

const turn = (key: string, said: Pick<Turn, 'role' | 'markdown'>): Turn => ({
  key,
  formerKeys: [],
  blocks: [{ type: 'text', markdown: said.markdown }],
  state: 'final',
  ...said,
});
const batch = (turns: Turn[], thread: Partial<Batch['thread']> = {}): Batch => ({
  site: 'claude',
  thread: { key: 't', provisional: false, formerKeys: [], url: 'https://claude.ai/chat/t', ...thread },
  windows: [turns.map(({ key }) => key)],
  turns,
});

/** The same thread as a layout without ids shows it, and as one with ids does. */
const rows = (from: number, to: number) =>
  THREAD.slice(from, to).map((said, i) => ({
    ...turn(`~/+${from + i}/${said.role}/0`, said),
    ordinal: from + i + 1,
  }));
const hub = (from: number, to: number) =>
  THREAD.slice(from, to).map((said, i) => turn(`id-${from + i}`, said));
const THREAD = [
  'Rye or wheat?',
  'Rye.',
  'yes',
  'Then knead it.',
  'yes',
  'And bake it.',
  'Thanks',
  'Welcome',
].map((markdown, i) => ({ role: i % 2 === 0 ? ('user' as const) : ('assistant' as const), markdown }));
const spoken = async () =>
  (await db.messages.orderBy('[threadId+position]').toArray()).map((row) => row.markdown);
const all = THREAD.map(({ markdown }) => markdown);

test('a thread kept without ids and then shown with them stays one without twins, whatever its windows', async () => {
  await keep(db, batch(rows(0, 8)), 1000);
  const before = await db.messages.toArray();
  await keep(db, batch(hub(4, 8)), 2000);
  await keep(db, batch(hub(1, 6)), 3000);
  await keep(db, batch(hub(0, 3)), 4000);
  expect(await spoken()).toEqual(all);
  expect((await db.messages.toArray()).map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
});

test('a new turn with an id goes on in a thread that was kept without', async () => {
  await keep(db, batch(rows(0, 6)), 1000);
  await keep(db, batch(hub(2, 8)), 2000);
  expect(await spoken()).toEqual(all);
  await keep(db, batch(hub(2, 8)), 3000);
  expect(await spoken()).toEqual(all);
});

test('a page that lost its ids gives no twins of what was kept with them', async () => {
  await keep(db, batch(hub(0, 8)), 1000);
  await keep(db, batch(rows(0, 8)), 2000);
  expect(await spoken()).toEqual(all);
  await keep(db, batch(rows(0, 8)), 3000);
  expect(await spoken()).toEqual(all);
});

test('earlier turns that turn up show that a thread was not watched from its first', async () => {
  await keep(db, batch(hub(2, 4), { begun: true }), 1000);
  expect((await db.threads.toArray())[0]?.ledger.state).toBe('live');
  await keep(db, batch(hub(0, 4)), 2000);
  expect((await db.threads.toArray())[0]?.ledger.state).toBe('unknown');
});

test('each window of a batch is compared, and each part of a batch that came in parts', async () => {
  await keep(db, batch(rows(0, 8)), 1000);
  const windows = [hub(0, 4), hub(4, 8)].map((turns) => turns.map(({ key }) => key));
  await keep(db, { ...batch(hub(0, 8)), windows }, 2000);
  expect(await spoken()).toEqual(all);
  await db.messages.clear();
  await db.orders.clear();
  await keep(db, batch(rows(0, 8)), 3000);
  const whole = [hub(0, 8).map(({ key }) => key)];
  await keep(db, { ...batch(hub(0, 4)), windows: whole }, 4000);
  await keep(db, { ...batch(hub(4, 8)), windows: whole }, 5000);
  expect(await spoken()).toEqual(all);
});

test('a page that lost its ids gives no twins when it is scrolled', async () => {
  await keep(db, batch(hub(0, 8)), 1000);
  await keep(db, batch(rows(0, 4)), 2000);
  await keep(db, { ...batch(rows(4, 8)), windows: [rows(2, 8).map(({ key }) => key)] }, 3000);
  expect(await spoken()).toEqual(all);
});

test('what is said again later is another message, though it was found once', async () => {
  const said = (text: string, i: number) => ({
    role: i % 2 === 0 ? ('user' as const) : ('assistant' as const),
    markdown: text,
  });
  const TWICE = ['go on', 'ok', 'a', 'b', 'go on', 'ok', 'c', 'd'].map(said);
  const unnamed = (n: number) => ({ ...turn(`~/+${n}/x/0`, TWICE[n] ?? said('', 0)), ordinal: n + 1 });
  const named = (n: number) => turn(`id-${n}`, TWICE[n] ?? said('', 0));
  await keep(db, batch([0, 1, 2, 3].map(unnamed)), 1000);
  await keep(db, batch([0, 1].map(named)), 2000);
  await keep(db, batch([4, 5, 6, 7].map(named)), 3000);
  expect(await spoken()).toHaveLength(8);
});

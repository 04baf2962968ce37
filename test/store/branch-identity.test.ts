import { afterEach, beforeEach, expect, test } from 'vitest';
import { derivedKey, ROOT } from '../../src/model/keys';
import type { Batch, Turn } from '../../src/model/turn';
import { openStore, type Store } from '../../src/store/db';
import { keep } from '../../src/store/keep';

let db: Store;
let clock = 0;
beforeEach(() => {
  db = openStore(`test-${crypto.randomUUID()}`);
});
afterEach(() => db.close());

const turn = (key: string, markdown = `text of ${key}`, more: Partial<Turn> = {}): Turn => ({
  key,
  formerKeys: [],
  role: key.includes('u') ? 'user' : 'assistant',
  markdown,
  blocks: [{ type: 'text', markdown }],
  state: 'final',
  ...more,
});
const show = (
  turns: Turn[],
  windows: Batch['windows'] = [turns.map(({ key }) => key)],
  thread: Partial<Batch['thread']> = {},
): Promise<number> =>
  keep(
    db,
    {
      site: 'claude',
      thread: {
        key: 't',
        provisional: false,
        formerKeys: [],
        begun: true,
        url: 'https://claude.ai/chat/t',
        ...thread,
      },
      windows,
      turns,
    },
    ++clock,
  );
const rows = async () => (await db.messages.toArray()).sort((a, b) => a.position - b.position);
const path = async () => (await rows()).flatMap(({ active, markdown }) => (active ? [markdown] : []));
const others = async () => (await rows()).flatMap(({ active, markdown }) => (active ? [] : [markdown]));

const prompt = derivedKey(ROOT, 'user');
const answer = (sibling: number): string => derivedKey(prompt, 'assistant', sibling);

test('ids that a layout begins to show find the answers given anew again', async () => {
  const u2 = derivedKey(answer(1), 'user');
  const a2 = derivedKey(u2, 'assistant');
  await show([turn(prompt, 'How?', { role: 'user' }), turn(answer(0), 'First.', { role: 'assistant' })]);
  await show([
    turn(prompt, 'How?', { role: 'user' }),
    turn(answer(1), 'Second.', { role: 'assistant', branch: { shown: 2, of: 2 } }),
    turn(u2, 'And then?', { role: 'user' }),
    turn(a2, 'Bake it.', { role: 'assistant' }),
  ]);
  expect(await path()).toEqual(['How?', 'Second.', 'And then?', 'Bake it.']);
  await show([turn('u1', 'How?'), turn('x1', 'Second.'), turn('u2', 'And then?'), turn('x2', 'Bake it.')]);
  expect(await path()).toEqual(['How?', 'Second.', 'And then?', 'Bake it.']);
  expect(await others()).toEqual(['First.']);
  await show([turn('u1', 'How?'), turn('x0', 'First.')]);
  expect(await path()).toEqual(['How?', 'First.']);
  expect(await rows()).toHaveLength(5);
});

test('ids that a layout begins to show find edited prompts again', async () => {
  const p = (n: number) => derivedKey(answer(0), 'user', n);
  const a = (n: number) => derivedKey(p(n), 'assistant');
  const start = [turn(prompt, 'How?', { role: 'user' }), turn(answer(0), 'So.', { role: 'assistant' })];
  for (const n of [0, 1, 2])
    await show([
      ...start,
      turn(p(n), `Edit ${n}`, { role: 'user' }),
      turn(a(n), `Answer ${n}`, { role: 'assistant' }),
    ]);
  expect(await path()).toEqual(['How?', 'So.', 'Edit 2', 'Answer 2']);
  const native = [turn('u1', 'How?'), turn('x1', 'So.')];
  for (const n of [2, 0, 1]) {
    await show([...native, turn(`u2${n}`, `Edit ${n}`), turn(`x2${n}`, `Answer ${n}`)]);
    expect(await path()).toEqual(['How?', 'So.', `Edit ${n}`, `Answer ${n}`]);
  }
  expect(await rows()).toHaveLength(8);
});

test('an answer given anew gets its id and stays one message', async () => {
  const ask = turn('u1', 'How?');
  const d = derivedKey('u1', 'assistant');
  await show([ask, turn(d, 'Feed it twice.', { role: 'assistant' })]);
  await show([ask, turn(d, 'Once', { role: 'assistant', state: 'streaming', anew: true })]);
  await show([ask, turn('x2', 'Once.', { formerKeys: [d] })]);
  expect(await path()).toEqual(['How?', 'Once.']);
  expect(await rows()).toHaveLength(3);
});

test('an answer whose draft id shows later is not taken for another draft', async () => {
  const draft = (id: string | undefined, text: string): Turn =>
    turn('abc', text, { role: 'assistant', ...(id && { draft: id }) });
  await show([turn('abc:u'), draft(undefined, 'One')]);
  await show([draft('rc_1', 'One')], []);
  await show([draft('rc_2', 'Two')], []);
  expect(await path()).toEqual(['text of abc:u', 'Two']);
  expect(await others()).toEqual(['One']);
  expect(await db.revisions.count()).toBe(0);
});

test('a batch with the windows of two branches, sent again, writes nothing', async () => {
  const both: [Turn[], Batch['windows']] = [
    [turn('u1'), turn('a1'), turn('u2'), turn('a2'), turn('u3'), turn('a3')],
    [
      ['u1', 'a1', 'u2', 'a2'],
      ['u1', 'a1', 'u3', 'a3'],
    ],
  ];
  await show(...both);
  const order = await db.orders.toArray();
  expect(await path()).toEqual(['text of u1', 'text of a1', 'text of u3', 'text of a3']);
  expect(await show(...both)).toBe(0);
  expect(await db.orders.toArray()).toEqual(order);
});

test('a new chat stored before alternatives were is adopted', async () => {
  await show([turn('u1'), turn('a1')], undefined, { key: 'local:1', provisional: true });
  await db.orders.toCollection().modify((order) => {
    const old = order as unknown as Record<string, unknown>;
    delete old['above'];
    delete old['replaced'];
  });
  await show([turn('u1'), turn('a1')], undefined, { formerKeys: ['local:1'] });
  expect(await path()).toEqual(['text of u1', 'text of a1']);
});

test('alternatives of a new chat stay off the path of the thread that adopts it', async () => {
  await show([turn('u1'), turn('a1')], undefined, {});
  await show([turn('u1'), turn('a1'), turn('u2'), turn('a2')], undefined, {
    key: 'local:1',
    provisional: true,
  });
  await show([turn('u3'), turn('a3')], [['u1', 'a1', 'u3', 'a3']], { key: 'local:1', provisional: true });
  await show([], [['u1', 'a1', 'u2', 'a2']], { key: 'local:1', provisional: true });
  expect(await db.threads.count()).toBe(2);
  await show([], [], { formerKeys: ['local:1'] });
  expect(await path()).toEqual(['text of u1', 'text of a1', 'text of u2', 'text of a2']);
  expect(await others()).toEqual(['text of u3', 'text of a3']);
});

test('a finished answer that a page renders differently when it is opened again is no other answer', async () => {
  const ask = turn(prompt, 'How?', { role: 'user' });
  const read = (markdown: string, more: Partial<Turn> = {}): Turn[] => [
    ask,
    turn(answer(0), markdown, { role: 'assistant', ...more }),
  ];
  await show(read('Feed it twice a day, then let it rest in the cold overnight.'));
  const cited = 'Feed it twice a day [1], then let it rest in the cold overnight.';
  await show(read(cited, { state: 'streaming' }));
  await show(read(cited));
  expect(await path()).toEqual(['How?', cited]);
  expect(await others()).toEqual([]);
  expect(await db.revisions.count()).toBe(1);
});

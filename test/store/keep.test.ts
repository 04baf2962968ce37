import { afterEach, beforeEach, expect, test } from 'vitest';
import { messageId, threadId } from '../../src/model/ids';
import { toMarkdown } from '../../src/model/markdown';
import type { Batch, Turn } from '../../src/model/turn';
import { openStore, type Store } from '../../src/store/db';
import { keep } from '../../src/store/keep';
import { findThread, lastMessage } from '../../src/store/queries';

let db: Store;
let writes = 0;

beforeEach(() => {
  db = openStore(`test-${crypto.randomUUID()}`);
  writes = 0;
  db.use({
    stack: 'dbcore',
    name: 'count writes',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        return {
          ...table,
          mutate: (request) => {
            writes +=
              request.type === 'delete'
                ? request.keys.length
                : request.type === 'deleteRange'
                  ? 1
                  : request.values.length;
            return table.mutate(request);
          },
        };
      },
    }),
  });
});
afterEach(() => db.close());

const turn = (key: string, more: Partial<Turn> = {}): Turn => ({
  key,
  formerKeys: [],
  role: key.startsWith('a') ? 'assistant' : 'user',
  markdown: `text of ${key}`,
  blocks: [{ type: 'text', markdown: `text of ${key}` }],
  state: 'final',
  ...more,
});

const batch = (
  key: string,
  turns: Turn[],
  more: Partial<Batch> = {},
  thread: Partial<Batch['thread']> = {},
): Batch => ({
  site: 'chatgpt',
  thread: { key, provisional: false, formerKeys: [], url: `https://chatgpt.com/c/${key}`, ...thread },
  windows: [turns.map((each) => each.key)],
  turns,
  ...more,
});

const rows = async (key: string) => {
  const thread = await findThread(db, 'chatgpt', [key]);
  const all = (await db.messages.toArray()).filter((row) => row.threadId === thread?.id);
  return all.sort((a, b) => a.position - b.position);
};
const keys = async (key: string) => (await rows(key)).map((row) => row.key);

test('a batch becomes a thread with its messages, ids and order', async () => {
  await keep(db, batch('t', [turn('u1'), turn('a1')], {}, { title: 'Bread' }), 1000);
  const id = await threadId('chatgpt', 't');
  expect(await db.threads.toArray()).toMatchObject([
    { id, site: 'chatgpt', key: 't', title: 'Bread', messageCount: 2, firstSeenAt: 1000 },
  ]);
  expect(await rows('t')).toMatchObject([
    { id: await messageId(id, 'u1'), threadId: id, role: 'user', active: 1, revision: 1, firstSeenAt: 1000 },
    { id: await messageId(id, 'a1'), threadId: id, role: 'assistant', active: 1, revision: 1 },
  ]);
  expect((await lastMessage(db, id))?.key).toBe('a1');
});

test('keeping the same again writes nothing at all', async () => {
  const same = batch('t', [turn('u1'), turn('a1')], {}, { title: 'Bread' });
  await keep(db, same, 1000);
  writes = 0;
  expect(await keep(db, same, 2000)).toBe(0);
  expect(writes).toBe(0);
});

test('a growing answer writes its own row and its thread, however long the thread is', async () => {
  const many = Array.from({ length: 300 }, (_, i) => turn(i % 2 === 0 ? `u${i}` : `a${i}`));
  await keep(db, batch('t', many), 1000);
  const growth = batch('t', [turn('a299', { markdown: 'text of a299 and more', state: 'streaming' })], {
    windows: [],
  });
  writes = 0;
  await keep(db, growth, 2000);
  expect(writes).toBe(2);
});

test('a batch without turns makes no thread', async () => {
  expect(await keep(db, batch('t', []), 1000)).toBe(0);
  expect(await db.threads.count()).toBe(0);
});

test('streaming growth is one revision, another final text is the next, and the first one stays readable', async () => {
  await keep(db, batch('t', [turn('a1', { markdown: 'Hel', state: 'streaming' })]), 1000);
  await keep(db, batch('t', [turn('a1', { markdown: 'Hello', state: 'final' })]), 2000);
  expect(await rows('t')).toMatchObject([{ markdown: 'Hello', revision: 1, state: 'final' }]);
  await keep(db, batch('t', [turn('a1', { markdown: 'Good day' })]), 3000);
  expect(await rows('t')).toMatchObject([{ markdown: 'Good day', revision: 2, firstSeenAt: 1000 }]);
  expect(await db.revisions.toArray()).toMatchObject([{ revision: 1, markdown: 'Hello', seenAt: 2000 }]);
});

test('a tab that is behind does not take text back', async () => {
  await keep(db, batch('t', [turn('a1', { markdown: 'Hello there' })]), 1000);
  await keep(db, batch('t', [turn('a1', { markdown: 'Hello', state: 'streaming' })]), 2000);
  expect(await rows('t')).toMatchObject([{ markdown: 'Hello there', state: 'final', revision: 1 }]);
});

test('a window that shows fewer turns removes nothing, and one with a hole keeps the order', async () => {
  await keep(
    db,
    batch(
      't',
      ['u1', 'a1', 'u2', 'a2', 'u3', 'a3'].map((key) => turn(key)),
    ),
    1000,
  );
  await keep(db, batch('t', [turn('u1'), turn('u3'), turn('a3')]), 2000);
  await keep(db, batch('t', [turn('u0'), turn('u1')]), 3000);
  expect(await keys('t')).toEqual(['u0', 'u1', 'a1', 'u2', 'a2', 'u3', 'a3']);
});

test('two identical short messages are two', async () => {
  await keep(
    db,
    batch('t', [turn('u1', { markdown: 'yes' }), turn('a1'), turn('u2', { markdown: 'yes' })]),
    1000,
  );
  expect(await keys('t')).toEqual(['u1', 'a1', 'u2']);
});

test('an answer that gets a better key is the same row, also for a tab that still shows the old key', async () => {
  await keep(db, batch('t', [turn('u1'), turn('a-part1', { markdown: 'First', state: 'streaming' })]), 1000);
  const whole = turn('a-part2', { formerKeys: ['a-part1'], markdown: 'First\n\nSecond' });
  await keep(db, batch('t', [turn('u1'), whole]), 2000);
  await keep(db, batch('t', [turn('u1'), turn('a-part1', { markdown: 'First', state: 'streaming' })]), 3000);
  expect(await rows('t')).toMatchObject([
    { key: 'u1' },
    { key: 'a-part2', markdown: 'First\n\nSecond', firstSeenAt: 1000 },
  ]);
  expect(await db.threads.toArray()).toMatchObject([{ messageCount: 2 }]);
});

test('a made-up key gives way to the real one only where the text agrees', async () => {
  await keep(db, batch('t', [turn('~u1/user/0', { role: 'user', markdown: 'yes' })]), 1000);
  await keep(db, batch('t', [turn('u9', { formerKeys: ['~u1/user/0'], markdown: 'no' })]), 2000);
  expect(await keys('t')).toHaveLength(2);
  await keep(db, batch('t', [turn('u8', { formerKeys: ['~u1/user/0'], markdown: 'yes' })]), 3000);
  expect((await keys('t')).sort()).toEqual(['u8', 'u9']);
});

test('a provisional thread is adopted under its lasting key, never copied', async () => {
  const passing = { provisional: true };
  await keep(db, batch('local:1', [turn('u1')], {}, passing), 1000);
  await keep(
    db,
    batch(
      'WEB:2',
      [turn('u1'), turn('a1', { markdown: 'Hel', state: 'streaming' })],
      {},
      { ...passing, formerKeys: ['local:1'] },
    ),
    2000,
  );
  await keep(
    db,
    batch('real', [turn('a1', { markdown: 'Hello' })], {}, { formerKeys: ['local:1', 'WEB:2'] }),
    3000,
  );
  expect(await db.threads.toArray()).toMatchObject([
    {
      id: await threadId('chatgpt', 'real'),
      key: 'real',
      provisional: 0,
      messageCount: 2,
      firstSeenAt: 1000,
      ledger: { state: 'live', evidence: 'watched' },
    },
  ]);
  const id = await threadId('chatgpt', 'real');
  expect(await rows('real')).toMatchObject([
    { id: await messageId(id, 'u1'), threadId: id },
    { id: await messageId(id, 'a1'), threadId: id, markdown: 'Hello' },
  ]);
  expect(await db.orders.count()).toBe(1);
  expect(await db.messages.count()).toBe(2);
});

test('a page that goes on showing a provisional key writes to the adopted thread', async () => {
  await keep(db, batch('WEB:2', [turn('u1')], {}, { provisional: true }), 1000);
  await keep(db, batch('real', [turn('u1')], {}, { formerKeys: ['WEB:2'] }), 2000);
  await keep(db, batch('WEB:2', [turn('u1'), turn('a1')], {}, { provisional: true }), 3000);
  expect(await db.threads.toArray()).toMatchObject([
    { key: 'real', url: 'https://chatgpt.com/c/real', messageCount: 2 },
  ]);
  expect((await findThread(db, 'chatgpt', ['WEB:2']))?.key).toBe('real');
});

test('a provisional thread whose page died is found again by a message it shares', async () => {
  await keep(
    db,
    batch(
      'local:1',
      [turn('u1'), turn('a1', { markdown: 'Hel', state: 'streaming' })],
      {},
      { provisional: true },
    ),
    1000,
  );
  await keep(db, batch('local:2', [turn('u7')], {}, { provisional: true }), 1000);
  await keep(db, batch('real', [turn('u1'), turn('a1', { markdown: 'Hello' })]), 2000);
  expect((await db.threads.toArray()).map((thread) => thread.key).sort()).toEqual(['local:2', 'real']);
  expect(await rows('real')).toMatchObject([
    { key: 'u1', firstSeenAt: 1000 },
    { key: 'a1', markdown: 'Hello', revision: 1 },
  ]);
});

test('a provisional thread whose page died before its prompt had an id is found by what it says where', async () => {
  const prompt = { markdown: 'Will this be two?' };
  const derived = '~/user/0';
  const passing = { provisional: true };
  await keep(db, batch('local:1', [turn(derived, { ...prompt, role: 'user' })], {}, passing), 1000);
  await keep(db, batch('local:2', [turn(derived, { markdown: 'Another', role: 'user' })], {}, passing), 1000);
  await keep(db, batch('real', [turn('u1', { ...prompt, formerKeys: [derived] }), turn('a1')]), 2000);
  expect((await db.threads.toArray()).map((thread) => thread.key).sort()).toEqual(['local:2', 'real']);
  expect(await rows('real')).toMatchObject([{ key: 'u1', firstSeenAt: 1000 }, { key: 'a1' }]);
});

test('the ledger says what the evidence allows and never complete', async () => {
  const numbered = [39, 40].map((n) => turn(`u${n}`, { ordinal: n }));
  await keep(db, batch('t', numbered), 1000);
  expect(await db.threads.toArray()).toMatchObject([
    { ledger: { state: 'partial', captured: 2, expected: 40, evidence: 'ordinals' } },
  ]);
  await keep(db, batch('plain', [turn('u1')]), 1000);
  expect((await findThread(db, 'chatgpt', ['plain']))?.ledger).toMatchObject({
    state: 'unknown',
    captured: 1,
    evidence: 'none',
  });
});

test('a watched thread that shows turns with nothing in common is no longer known to be whole', async () => {
  await keep(db, batch('local:1', [turn('u1')], {}, { provisional: true }), 1000);
  await keep(db, batch('real', [turn('u1')], {}, { formerKeys: ['local:1'] }), 2000);
  await keep(db, batch('real', [turn('u8'), turn('a8')]), 3000);
  expect((await findThread(db, 'chatgpt', ['real']))?.ledger.state).toBe('unknown');
});

test('two batches at once end as if one had come after the other', async () => {
  const halves = [
    [turn('u1'), turn('a1')],
    [turn('u1'), turn('a1'), turn('u2')],
  ];
  await Promise.all(halves.map((turns) => keep(db, batch('t', turns), 1000)));
  expect(await keys('t')).toEqual(['u1', 'a1', 'u2']);
  expect(await db.threads.toArray()).toMatchObject([{ messageCount: 3 }]);
});

test('a text of 1 MB in any script is kept to the last character', async () => {
  const long = '面包 خبز 🥖 '.repeat(100_000);
  await keep(db, batch('t', [turn('a1', { markdown: long })]), 1000);
  expect((await rows('t'))[0]?.markdown).toBe(long);
});

test('a retried batch that holds a turn under both its keys makes no twin', async () => {
  const early = turn('~u1/assistant/0', { role: 'assistant', markdown: 'Hel', state: 'streaming' });
  const late = turn('a1', { formerKeys: ['~u1/assistant/0'], markdown: 'Hello' });
  await keep(db, batch('t', [turn('u1'), early, late], { windows: [['u1', 'a1']] }), 1000);
  expect(await rows('t')).toMatchObject([{ key: 'u1' }, { key: 'a1', markdown: 'Hello' }]);
});

test('a derived key taken by another turn does not write into the turn that had it before', async () => {
  const derived = '~/user/0';
  await keep(db, batch('t', [turn(derived, { role: 'user', markdown: 'old' })]), 1000);
  await keep(db, batch('t', [turn('u1', { formerKeys: [derived], markdown: 'old' })]), 2000);
  await keep(db, batch('t', [turn(derived, { role: 'user', markdown: 'edited' })]), 3000);
  await keep(db, batch('t', [turn('u2', { formerKeys: [derived], markdown: 'edited' })]), 4000);
  expect((await rows('t')).map(({ key, markdown, revision }) => [key, markdown, revision])).toEqual([
    ['u1', 'old', 1],
    ['u2', 'edited', 1],
  ]);
});

test('changed turns without a window keep their places', async () => {
  await keep(
    db,
    batch(
      't',
      ['u1', 'a1', 'u2', 'a2'].map((key) => turn(key)),
    ),
    1000,
  );
  const growth = batch(
    't',
    [turn('a2', { markdown: 'text of a2, more' }), turn('a1', { markdown: 'text of a1, more' })],
    { windows: [] },
  );
  await keep(db, growth, 2000);
  expect(await keys('t')).toEqual(['u1', 'a1', 'u2', 'a2']);
});

test('jumping about in a numbered thread ends in its order', async () => {
  const numbered = (...ns: number[]) =>
    batch(
      't',
      ns.map((n) => turn(`u${n}`, { ordinal: n })),
    );
  await keep(db, numbered(17, 18, 19), 1000);
  await keep(db, numbered(10, 11, 17, 18, 19), 2000);
  await keep(db, numbered(1, 2, 17, 18, 19), 3000);
  expect(await keys('t')).toEqual([1, 2, 10, 11, 17, 18, 19].map((n) => `u${n}`));
});

test('two edits of one prompt do not fill the places of turns never seen', async () => {
  await keep(db, batch('t', [turn('u5', { ordinal: 3 }), turn('a5', { ordinal: 4 })]), 1000);
  await keep(db, batch('t', [turn('u6', { ordinal: 3 }), turn('a6', { ordinal: 4 })]), 2000);
  expect((await findThread(db, 'chatgpt', ['t']))?.ledger).toMatchObject({
    state: 'partial',
    captured: 2,
    expected: 4,
  });
});

test('an answer that goes on after its code block was windowed is kept to the end', async () => {
  const code = (text: string, truncated?: true) => ({
    type: 'code' as const,
    text,
    ...(truncated && { truncated }),
  });
  const answer = (...blocks: Turn['blocks']) =>
    turn('a1', { blocks, markdown: toMarkdown(blocks), state: 'streaming' });
  await keep(db, batch('t', [answer(code('1\n2\n3'))]), 1000);
  await keep(db, batch('t', [answer(code('1\n3', true), { type: 'text', markdown: 'And so on.' })]), 2000);
  expect(await rows('t')).toMatchObject([{ markdown: '```\n1\n2\n3\n```\n\nAnd so on.', revision: 1 }]);
});

test('two provisional threads of one conversation, from before and after a pause, end as one', async () => {
  await keep(db, batch('local:1', [turn('u1')], {}, { provisional: true }), 1000);
  await keep(db, batch('local:2', [turn('u1'), turn('a1')], {}, { provisional: true }), 2000);
  await keep(db, batch('real', [turn('u1'), turn('a1')], {}, { formerKeys: ['local:2'] }), 3000);
  expect((await db.threads.toArray()).map((thread) => thread.key)).toEqual(['real']);
  expect(await keys('real')).toEqual(['u1', 'a1']);
});

test('what an adopted thread said otherwise stays readable, with all that either said before', async () => {
  const passing = { provisional: true };
  await keep(db, batch('local:1', [turn('u1', { markdown: 'one' })], {}, passing), 1000);
  await keep(db, batch('local:1', [turn('u1', { markdown: 'two' })], {}, passing), 2000);
  await keep(db, batch('real', [turn('u1', { markdown: 'three' })]), 3000);
  await keep(db, batch('real', [turn('u1', { markdown: 'four' })]), 4000);
  await keep(db, batch('local:1', [turn('u1', { markdown: 'five' })], {}, passing), 5000);
  await keep(db, batch('local:2', [turn('u1', { markdown: 'six' })], {}, passing), 6000);
  await keep(db, batch('local:2', [turn('u1', { markdown: 'seven' })], {}, passing), 7000);
  await keep(db, batch('real', [turn('u1', { markdown: 'four' })], {}, { formerKeys: ['local:2'] }), 8000);
  const [row] = await rows('real');
  const earlier = (await db.revisions.toArray()).filter(({ messageId }) => messageId === row?.id);
  expect(row?.markdown).toBe('four');
  expect(new Set(earlier.map(({ markdown }) => markdown))).toEqual(
    new Set(['one', 'two', 'three', 'four', 'five', 'six', 'seven']),
  );
  expect(earlier.map(({ revision }) => revision)).toEqual(earlier.map((_, i) => i + 1));
  expect(row?.revision).toBe(earlier.length + 1);
});

test('thinking and the content of a card stay when they are folded away while the answer goes on', async () => {
  const answer = (markdown: string, blocks: Turn['blocks'], state: Turn['state']): Turn =>
    turn('a1', { markdown, blocks, state });
  const card = { type: 'artifact' as const, title: 'Plan' };
  await keep(
    db,
    batch('t', [
      answer(
        'Be',
        [
          { type: 'reasoning', markdown: 'A reason is wanted' },
          { type: 'text', markdown: 'Be' },
          { ...card, markdown: 'All of it' },
        ],
        'streaming',
      ),
    ]),
    1000,
  );
  await keep(
    db,
    batch('t', [answer('Because.', [{ type: 'text', markdown: 'Because.' }, card], 'final')]),
    2000,
  );
  expect((await db.messages.toArray())[0]).toMatchObject({
    markdown: 'Because.',
    blocks: [
      { type: 'reasoning' },
      { type: 'text', markdown: 'Because.' },
      { ...card, markdown: 'All of it' },
    ],
  });
});

test('a report without words is not the beginning of a retried answer', async () => {
  const report = turn('~u1/assistant/0', {
    role: 'assistant',
    markdown: '',
    blocks: [{ type: 'artifact', title: 'Report' }],
  });
  await keep(db, batch('t', [turn('u1'), report]), 1000);
  await keep(db, batch('t', [turn('u1'), turn('a2', { formerKeys: ['~u1/assistant/0'] })]), 2000);
  expect(await db.messages.count()).toBe(3);
});

test('places of a longer branch do not complete a shorter one', async () => {
  const at = (n: number, total: number) =>
    turn(`~/+${n}/user/0`, { ordinal: n + 1, total, markdown: `m${n}` });
  await keep(
    db,
    batch(
      't',
      [20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30].map((n) => at(n, 31)),
    ),
    1000,
  );
  await keep(
    db,
    batch(
      't',
      [8, 9].map((n) => at(n, 10)),
    ),
    2000,
  );
  expect((await db.threads.toArray())[0]?.ledger).toMatchObject({ state: 'partial', expected: 10 });
});

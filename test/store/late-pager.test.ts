import { afterEach, beforeEach, expect, test } from 'vitest';
import { derivedKey, ROOT, siblingKey } from '../../src/model/keys';
import type { Turn } from '../../src/model/turn';
import { openStore, type Store } from '../../src/store/db';
import { keep } from '../../src/store/keep';

/** Pages without ids say which of several alternatives they show only some time after they show it. */

let db: Store;
let clock = 0;
beforeEach(() => {
  db = openStore(`test-${crypto.randomUUID()}`);
});
afterEach(() => db.close());

const prompt = derivedKey(ROOT, 'user');
const first = derivedKey(prompt, 'assistant');
const answer = (sibling: number): string => derivedKey(prompt, 'assistant', sibling);
const next = (sibling: number): string => derivedKey(first, 'user', sibling);

const turn = (key: string, markdown: string, more: Partial<Turn> = {}): Turn => ({
  key,
  formerKeys: [],
  role: /user\/\d+$/.test(key) ? 'user' : 'assistant',
  markdown,
  blocks: [{ type: 'text', markdown }],
  state: 'final',
  ...more,
});
const show = (turns: Turn[], windows = [turns.map(({ key }) => key)]): Promise<number> =>
  keep(
    db,
    {
      site: 'claude',
      thread: { key: 't', provisional: false, formerKeys: [], begun: true, url: 'https://claude.ai/chat/t' },
      windows,
      turns,
    },
    ++clock,
  );
const stated = (shown: number, of: number): Partial<Turn> => ({ branch: { shown, of } });
const being: Partial<Turn> = { state: 'streaming' };
/** By place, and in each place by the number of the alternative. */
const rows = async () =>
  (await db.messages.toArray())
    .sort((a, b) => depth(a.key) - depth(b.key) || a.key.localeCompare(b.key))
    .map(({ key, markdown, active }) => [key, markdown, active]);

const depth = (key: string): number => [prompt, first, next(0)].indexOf(siblingKey(key, 0));

const asked = [turn(prompt, 'Rye?'), turn(first, 'Yes.')];

test('an answer given anew that holds the whole of the one before leaves that as it was', async () => {
  await show(asked);
  await show([turn(prompt, 'Rye?'), turn(first, 'Y', being)]);
  await show([turn(prompt, 'Rye?'), turn(first, 'Yes. And wh', being)]);
  await show([turn(prompt, 'Rye?'), turn(answer(1), 'Yes. And wheat.', stated(2, 2))]);
  expect(await rows()).toEqual([
    [prompt, 'Rye?', 1],
    [first, 'Yes.', 0],
    [answer(1), 'Yes. And wheat.', 1],
  ]);
  expect(await db.revisions.count()).toBe(0);
});

test('so it is when the last words come before the pager does, and when all comes at once', async () => {
  await show(asked);
  await show([turn(prompt, 'Rye?'), turn(first, 'Yes. And wh', being)]);
  await show([turn(prompt, 'Rye?'), turn(first, 'Yes. And wheat.')]);
  await show(
    [turn(first, 'Yes. And wheat.'), turn(answer(1), 'Yes. And wheat.', stated(2, 2))],
    [
      [prompt, first],
      [prompt, answer(1)],
    ],
  );
  const kept = [
    [prompt, 'Rye?', 1],
    [first, 'Yes.', 0],
    [answer(1), 'Yes. And wheat.', 1],
  ];
  expect(await rows()).toEqual(kept);
  await show([turn(prompt, 'Rye?'), turn(first, 'Yes.', stated(1, 2))]);
  await show([turn(prompt, 'Rye?'), turn(answer(1), 'Yes. And wheat.', stated(2, 2))]);
  expect(await rows()).toEqual(kept);
});

test('an answer that seemed finished and goes on is one answer', async () => {
  await show(asked);
  await show([turn(prompt, 'Rye?'), turn(first, 'Yes. I looked it up', being)]);
  await show([turn(prompt, 'Rye?'), turn(first, 'Yes. I looked it up: rye.')]);
  expect(await rows()).toEqual([
    [prompt, 'Rye?', 1],
    [first, 'Yes. I looked it up: rye.', 1],
  ]);
  expect(await db.revisions.count()).toBe(0);
});

test('an answer of which only the beginning was seen where the first one stands is the one the page says it is', async () => {
  await show([turn(prompt, 'Rye?'), turn(first, 'Take t', being)]);
  await show([turn(prompt, 'Rye?'), turn(answer(2), 'Take three.', stated(3, 3))]);
  expect(await rows()).toEqual([
    [prompt, 'Rye?', 1],
    [answer(2), 'Take three.', 1],
  ]);
});

test('a prompt sent from a page that had not heard of another one in its place takes nothing from that', async () => {
  await show([...asked, turn(next(0), 'And wheat?')]);
  // Another tab, which still shows the end of the thread where it was.
  await show([...asked, turn(next(0), 'And spelt?')]);
  expect((await rows()).map(([, text]) => text)).toEqual(['Rye?', 'Yes.', 'And wheat?', 'And spelt?']);
  expect(await db.revisions.count()).toBe(0);
  await show([...asked, turn(next(1), 'And spelt?', stated(2, 2))]);
  expect(await rows()).toEqual([
    [prompt, 'Rye?', 1],
    [first, 'Yes.', 1],
    [next(0), 'And wheat?', 0],
    [next(1), 'And spelt?', 1],
  ]);
});

test('it takes the number that the page says, also when another one was expected', async () => {
  await show([...asked, turn(next(0), 'And wheat?')]);
  await show([...asked, turn(next(0), 'And spelt?')]);
  await show([...asked, turn(next(2), 'And spelt?', stated(3, 3))]);
  await show([...asked, turn(next(1), 'And oats?', stated(2, 3))]);
  expect(await rows()).toEqual([
    [prompt, 'Rye?', 1],
    [first, 'Yes.', 1],
    [next(0), 'And wheat?', 0],
    [next(1), 'And oats?', 1],
    [next(2), 'And spelt?', 0],
  ]);
});

test('a number that was only expected gives way to the one the page says has it', async () => {
  await show([...asked, turn(next(0), 'And wheat?')]);
  await show([...asked, turn(next(0), 'And spelt?')]);
  await show([...asked, turn(next(1), 'And oats?', stated(2, 3))]);
  await show([...asked, turn(next(2), 'And spelt?', stated(3, 3))]);
  expect((await rows()).map(([key, text]) => [key, text])).toEqual([
    [prompt, 'Rye?'],
    [first, 'Yes.'],
    [next(0), 'And wheat?'],
    [next(1), 'And oats?'],
    [next(2), 'And spelt?'],
  ]);
});

test('a name that a turn had before its number was known is that of the first again', async () => {
  await show([...asked, turn(next(0), 'And wheat?')]);
  await show([...asked, turn(next(0), 'And spelt?')]);
  await show([...asked, turn(next(1), 'And spelt?', stated(2, 2))]);
  const below = derivedKey(next(0), 'assistant');
  await show([turn(below, 'Wheat too.')], [[prompt, first, next(0), below]]);
  const active = (await rows()).flatMap(([, text, on]) => (on ? [text] : []));
  expect(active.sort()).toEqual(['And wheat?', 'Rye?', 'Wheat too.', 'Yes.']);
});

test('a prompt that stood alone in the place of one never seen is the one the page says it is', async () => {
  await show([...asked, turn(next(0), 'And spelt?')]);
  await show([...asked, turn(next(1), 'And spelt?', stated(2, 2))]);
  expect((await rows()).map(([key]) => key)).toEqual([prompt, first, next(1)]);
});

test('a prompt that was answered is not the second one that says the same', async () => {
  const below = derivedKey(next(0), 'assistant');
  await show([...asked, turn(next(0), 'yes'), turn(below, 'Fine.')]);
  await show([...asked, turn(next(1), 'yes', stated(2, 2))]);
  expect((await rows()).map(([, text]) => text).sort()).toEqual(['Fine.', 'Rye?', 'Yes.', 'yes', 'yes']);
});

test('a prompt that is only rendered differently is no other prompt', async () => {
  await show([turn(prompt, 'Two lines:\n\nflour and water, and time'), turn(first, 'Yes.')]);
  await show([turn(prompt, 'Two lines:\n\nflour & water, and time'), turn(first, 'Yes.')]);
  expect((await rows()).length).toBe(2);
  expect(await db.revisions.count()).toBe(1);
});

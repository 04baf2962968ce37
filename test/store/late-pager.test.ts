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

test('an answer given anew that is rendered differently when the page says its number is no third one', async () => {
  const [was, is] = ['No, feed it twice a day, then let it rest in the cold', 'overnight, and bake it.'];
  await show(asked);
  await show([turn(prompt, 'Rye?'), turn(first, `${was} 1 ${is}`, being)]);
  await show([turn(first, `${was} 1 ${is}`)], []);
  await show([turn(prompt, 'Rye?'), turn(answer(1), `${was} ${is}`, stated(2, 2))]);
  expect((await rows()).map(([key, text]) => [key, text])).toEqual([
    [prompt, 'Rye?'],
    [first, 'Yes.'],
    [answer(1), `${was} ${is}`],
  ]);
});

test('an answer that another one was written over is itself again when the page shows it, whenever that is', async () => {
  await show(asked);
  await show([turn(prompt, 'Rye?'), turn(first, 'Yes. And wh', being)]);
  clock += 3_600_000;
  await show([turn(prompt, 'Rye?'), turn(first, 'Yes.', stated(1, 2))]);
  expect((await rows())[1]).toEqual([first, 'Yes.', 1]);
});

test('what was half-written, or seemed finished, is no reason to leave another answer written over', async () => {
  await show([turn(prompt, 'Rye?'), turn(first, 'See.')]);
  await show([turn(prompt, 'Rye?'), turn(first, 'See. Then [whe](https://a', being)]);
  await show([turn(prompt, 'Rye?'), turn(answer(1), 'See. Then [wheat](https://a.b).', stated(2, 2))]);
  expect((await rows())[1]).toEqual([first, 'See.', 0]);
  await show([turn(prompt, 'Rye?'), turn(first, 'See. I look')]);
  await show([turn(prompt, 'Rye?'), turn(first, 'See. I look it up: no.', being)]);
  await show([turn(prompt, 'Rye?'), turn(answer(2), 'See. I look it up: no. Or yes.', stated(3, 3))]);
  expect((await rows()).slice(1, 4).map(([, text]) => text)).toEqual([
    'See.',
    'See. Then [wheat](https://a.b).',
    'See. I look it up: no. Or yes.',
  ]);
});

test('an answer that went on long ago keeps its words when another one begins with them', async () => {
  await show([turn(prompt, 'Rye?'), turn(first, 'Let me check.')]);
  await show([turn(prompt, 'Rye?'), turn(first, 'Let me check. Yes.')]);
  clock += 3_600_000;
  await show([turn(prompt, 'Rye?'), turn(answer(1), 'Let me check. Yes.', stated(2, 2))]);
  expect((await rows())[1]).toEqual([first, 'Let me check. Yes.', 0]);
});

test('an answered prompt and a second one that says the same are two, told in one batch too', async () => {
  const below = derivedKey(next(0), 'assistant');
  await show(asked);
  await show(
    [turn(next(0), 'yes'), turn(below, 'Fine.'), turn(next(1), 'yes', stated(2, 2))],
    [
      [prompt, first, next(0), below],
      [prompt, first, next(1)],
    ],
  );
  expect((await rows()).map(([, text]) => text).sort()).toEqual(['Fine.', 'Rye?', 'Yes.', 'yes', 'yes']);
});

test('a prompt without a number does not take that of another one in the same batch', async () => {
  await show([...asked, turn(next(0), 'And wheat?')]);
  await show([turn(next(0), 'And spelt?'), turn(next(1), 'And oats?', stated(2, 3))], []);
  expect((await rows()).slice(2).map(([, text]) => text)).toEqual(['And wheat?', 'And oats?', 'And spelt?']);
  await show([...asked, turn(next(2), 'And spelt?', stated(3, 3))]);
  expect((await rows()).slice(2).map(([, text]) => text)).toEqual(['And wheat?', 'And oats?', 'And spelt?']);
  expect(await db.revisions.count()).toBe(0);
});

test('what the page says of three answers that begin alike is right', async () => {
  await show([turn(prompt, 'Rye?'), turn(first, 'Yes. I think so.')]);
  await show([turn(prompt, 'Rye?'), turn(answer(1), 'Yes.', stated(2, 2))]);
  await show([turn(prompt, 'Rye?'), turn(first, 'Yes. Really', being)]);
  await show([turn(prompt, 'Rye?'), turn(answer(2), 'Yes. Really.', stated(3, 3))]);
  await show([turn(prompt, 'Rye?'), turn(first, 'Yes. I think so.', stated(1, 3))]);
  expect((await rows()).map(([key, text, on]) => [key, text, on])).toEqual([
    [prompt, 'Rye?', 1],
    [first, 'Yes. I think so.', 1],
    [answer(1), 'Yes.', 0],
    [answer(2), 'Yes. Really.', 0],
  ]);
});

test('two prompts that get their numbers at once leave no name without a row', async () => {
  await show([...asked, turn(next(0), 'And wheat?')]);
  await show([...asked, turn(next(0), 'And spelt?')]);
  await show(
    [turn(next(1), 'And oats?', stated(2, 3)), turn(next(2), 'And spelt?', stated(3, 3))],
    [
      [prompt, first, next(1)],
      [prompt, first, next(2)],
    ],
  );
  const [order] = await db.orders.toArray();
  const names = [...(order?.keys ?? []), ...Object.keys(order?.above ?? {}), ...(order?.replaced ?? [])];
  const keys = new Set((await rows()).map(([key]) => key));
  expect(names.filter((name) => !keys.has(name))).toEqual([]);
  expect((await rows()).slice(2).map(([, text]) => text)).toEqual(['And wheat?', 'And oats?', 'And spelt?']);
});

test('an answer that began before its prompt got its number is one answer', async () => {
  const below = derivedKey(next(0), 'assistant');
  await show([...asked, turn(next(0), 'And wheat?'), turn(below, 'Wheat too.')]);
  await show([...asked, turn(next(0), 'And spelt?'), turn(below, 'Spelt is f', being)]);
  const second = derivedKey(next(1), 'assistant');
  await show([...asked, turn(next(1), 'And spelt?', stated(2, 2)), turn(second, 'Spelt is fine.')]);
  const all = (await rows()).map(([key, text, on]) => `${on} ${text} ${key}`).sort();
  expect(all).toEqual(
    [
      `1 Rye? ${prompt}`,
      `1 Yes. ${first}`,
      `0 And wheat? ${next(0)}`,
      `0 Wheat too. ${below}`,
      `1 And spelt? ${next(1)}`,
      `1 Spelt is fine. ${second}`,
    ].sort(),
  );
});

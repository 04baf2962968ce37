import { afterEach, beforeEach, expect, test } from 'vitest';
import { derivedKey, ROOT } from '../../src/model/keys';
import type { Batch, Turn } from '../../src/model/turn';
import { openStore, type Store } from '../../src/store/db';
import { keep } from '../../src/store/keep';
import { findThread, lastMessage } from '../../src/store/queries';

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

const show = (turns: Turn[], windows: Batch['windows'] = [turns.map(({ key }) => key)]): Promise<number> =>
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

const rows = async () => (await db.messages.toArray()).sort((a, b) => a.position - b.position);
const path = async () => (await rows()).flatMap(({ active, markdown }) => (active ? [markdown] : []));
const others = async () => (await rows()).flatMap(({ active, markdown }) => (active ? [] : [markdown]));
const thread = async () => await findThread(db, 'claude', ['t']);

test('an edited prompt and its answer take the active path; the others stay and come back', async () => {
  await show([turn('u1'), turn('a1'), turn('u2'), turn('a2')]);
  await show([turn('u3'), turn('a3')], [['u1', 'a1', 'u3', 'a3']]);
  expect(await path()).toEqual(['text of u1', 'text of a1', 'text of u3', 'text of a3']);
  expect(await others()).toEqual(['text of u2', 'text of a2']);
  const found = await thread();
  expect(found).toMatchObject({ messageCount: 4, ledger: { captured: 4 } });
  expect(found && (await lastMessage(db, found.id))?.key).toBe('a3');
  await show([], [['u1', 'a1', 'u2', 'a2']]);
  expect(await path()).toEqual(['text of u1', 'text of a1', 'text of u2', 'text of a2']);
  expect(await thread()).toMatchObject({ messageCount: 4 });
});

test('going back and forth between alternatives writes no revision and no new row', async () => {
  await show([turn('u1'), turn('a1')]);
  for (let i = 0; i < 3; i++) {
    await show([turn('u1'), turn('a2')]);
    await show([turn('u1'), turn('a1')]);
  }
  expect(await rows()).toHaveLength(3);
  expect(await db.revisions.count()).toBe(0);
  expect(await path()).toEqual(['text of u1', 'text of a1']);
});

const prompt = derivedKey(ROOT, 'user');
const answer = (sibling: number): string => derivedKey(prompt, 'assistant', sibling);
const at = (ordinal: number, more: Partial<Turn> = {}): Partial<Turn> => ({ ordinal, ...more });

test('an answer given anew where no id and no pager shows yet is another message, growing under its own key', async () => {
  const ask = turn(prompt, 'How?', at(1));
  const streams = (markdown: string): Turn => turn(answer(0), markdown, at(2, { state: 'streaming' }));
  await show([ask, turn(answer(0), 'Feed it twice.', at(2))]);
  for (const text of ['Feed', 'Feed it once', 'Feed it once, then']) await show([ask, streams(text)]);
  expect(await path()).toEqual(['How?', 'Feed it once, then']);
  expect(await others()).toEqual(['Feed it twice.']);
  const second = turn(answer(1), 'Feed it once, then rest.', at(2, { branch: { shown: 2, of: 2 } }));
  await show([ask, second]);
  for (const text of ['Feed it', 'Feed it never', 'Feed it never again']) await show([ask, streams(text)]);
  await show([ask, turn(answer(2), 'Feed it never again.', at(2, { branch: { shown: 3, of: 3 } }))]);
  expect(await path()).toEqual(['How?', 'Feed it never again.']);
  await show([ask, turn(answer(0), 'Feed it twice.', at(2, { branch: { shown: 1, of: 3 } }))]);
  expect(await path()).toEqual(['How?', 'Feed it twice.']);
  expect((await others()).sort()).toEqual(['Feed it never again.', 'Feed it once, then rest.']);
  expect((await rows()).map(({ key }) => key).sort()).toEqual(
    [prompt, answer(0), answer(1), answer(2)].sort(),
  );
  expect(await db.revisions.count()).toBe(0);
});

test('a finished answer that reads differently is a revision, not another message', async () => {
  await show([turn(prompt, 'How?', at(1)), turn(answer(0), 'Feed it.', at(2))]);
  await show([turn(answer(0), 'Do feed it.', at(2))]);
  expect(await path()).toEqual(['How?', 'Do feed it.']);
  expect(await db.revisions.toArray()).toMatchObject([{ markdown: 'Feed it.' }]);
});

test('drafts of one answer are alternatives, whichever was seen first', async () => {
  const draft = (id: string, text: string, more: Partial<Turn> = {}): Turn =>
    turn('abc', text, { role: 'assistant', draft: id, ...more });
  await show([turn('abc:u'), draft('rc_1', 'One')]);
  await show([draft('rc_2', 'Tw', { state: 'streaming' })], []);
  await show([draft('rc_2', 'Two')], []);
  expect(await path()).toEqual(['text of abc:u', 'Two']);
  expect(await others()).toEqual(['One']);
  await show([draft('rc_1', 'One')], []);
  expect(await path()).toEqual(['text of abc:u', 'One']);
  await show([draft('rc_2', 'Two'), turn('u9'), turn('a9')], [['abc:u', 'abc', 'u9', 'a9']]);
  expect(await path()).toEqual(['text of abc:u', 'Two', 'text of u9', 'text of a9']);
  expect(await db.revisions.count()).toBe(0);
  expect(await db.messages.count()).toBe(5);
});

test('an edited prompt that a page showed before its id came is found again by the next page', async () => {
  await show([turn('u1'), turn('a1')]);
  const pending = turn('~/user/0', 'text of u2');
  await show([pending], [[ROOT, pending.key]]);
  await show([turn('u2'), turn('a2')], [['u2', 'a2']]);
  expect((await rows()).map(({ key }) => key).sort()).toEqual(['a1', 'a2', 'u1', 'u2']);
  expect(await path()).toEqual(['text of u2', 'text of a2']);
  const later = turn(derivedKey('a2', 'user'), 'text of u3');
  await show([later], [['u2', 'a2', later.key]]);
  await show([turn('u3'), turn('a3')], [['u2', 'a2', 'u3', 'a3']]);
  expect(await path()).toEqual(['text of u2', 'text of a2', 'text of u3', 'text of a3']);
  expect(await rows()).toHaveLength(6);
});

test('a thread that an edit has made shorter is whole', async () => {
  const numbered = [turn('u1'), turn('a1'), turn('u2'), turn('a2')].map((each, i) => ({
    ...each,
    ordinal: i + 1,
  }));
  await show(numbered);
  const edited = [turn('u3'), turn('a3')].map((each, i) => ({ ...each, ordinal: i + 1 }));
  await show(edited);
  expect(await thread()).toMatchObject({
    messageCount: 2,
    ledger: { state: 'live', captured: 2, expected: 2 },
  });
});

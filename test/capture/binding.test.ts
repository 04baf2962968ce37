import { expect, test } from 'vitest';
import { type Binding, bind, type Sight, unbound } from '../../src/capture/binding';
import type { Place } from '../../src/sites/site';

const home: Place = { kind: 'new' };
const thread = (key: string, provisional = false): Place => ({ kind: 'thread', key, provisional });

/** A turn by its letter. A capital is a prompt that has only a made-up key yet; its small letter follows it. */
const turn = (letter: string): Sight['turns'][number] =>
  letter === letter.toLowerCase()
    ? { key: letter, formerKeys: ['~/user/0'], markdown: `says ${letter}` }
    : { key: '~/user/0', formerKeys: [], markdown: `says ${letter.toLowerCase()}` };

/** Plays a list of sights: where the address leads, which turns stand there, when. */
function play(
  ...sights: (Pick<Sight, 'place' | 'now'> & { keys: string; left?: boolean; replaced?: boolean })[]
): Binding {
  return sights.reduce<Binding>(
    (binding, { keys, ...sight }) =>
      bind(binding, {
        left: false,
        replaced: false,
        newKey: () => 'local:new',
        ...sight,
        turns: [...keys].map(turn),
      }),
    unbound,
  );
}

test('turns on a thread page belong to that thread', () => {
  expect(play({ place: thread('x'), keys: 'ab', now: 0 }).bound).toMatchObject({
    key: 'x',
    provisional: false,
  });
});

test('a page without turns binds nothing', () => {
  expect(play({ place: thread('x'), keys: '', now: 0 }).bound).toBeUndefined();
  expect(play({ place: home, keys: '', now: 0 }).bound).toBeUndefined();
});

test('a new chat is provisional, then takes the lasting key when its turns stay under the new address', () => {
  const steps = [
    { place: home, keys: 'a', now: 0 },
    { place: thread('x'), keys: 'ab', now: 600 },
  ];
  expect(play(...steps).bound).toMatchObject({ key: 'local:new', provisional: true });
  const settled = play(...steps, { place: thread('x'), keys: 'ab', now: 2200 });
  expect(settled.bound).toEqual({ key: 'x', provisional: false, formerKeys: ['local:new'] });
});

test('a provisional address and one that was only replaced are taken at once, and each key is remembered', () => {
  const provisional = play(
    { place: home, keys: 'a', now: 0 },
    { place: thread('WEB:1', true), keys: 'ab', now: 100 },
  );
  expect(provisional.bound).toEqual({ key: 'WEB:1', provisional: true, formerKeys: ['local:new'] });
  const { bound } = play(
    { place: home, keys: 'a', now: 0 },
    { place: thread('WEB:1', true), keys: 'ab', now: 100 },
    { place: thread('x'), keys: 'ab', now: 600, replaced: true },
  );
  expect(bound).toEqual({ key: 'x', provisional: false, formerKeys: ['local:new', 'WEB:1'] });
});

test('while old turns still stand, they stay with their thread though the address has moved on', () => {
  const moving = play(
    { place: thread('x'), keys: 'ab', now: 0 },
    { place: thread('y'), keys: 'ab', now: 300 },
  );
  expect(moving.bound?.key).toBe('x');
  expect(
    play(
      { place: thread('x'), keys: 'ab', now: 0 },
      { place: thread('y'), keys: 'ab', now: 300 },
      { place: thread('y'), keys: 'cd', now: 700 },
    ).bound?.key,
  ).toBe('y');
});

test('leaving a provisional chat by a link does not give it the key of where one went', () => {
  const { bound } = play(
    { place: home, keys: 'a', now: 0 },
    { place: thread('other'), keys: 'a', now: 100, left: true },
    { place: thread('other'), keys: 'a', now: 3000, left: true },
    { place: thread('other'), keys: 'xyz', now: 3100, left: true },
  );
  expect(bound).toEqual({ key: 'other', provisional: false, formerKeys: [] });
});

test('a thread left for a new chat never lends it its turns', () => {
  const lingering = play(
    { place: thread('x'), keys: 'ab', now: 0 },
    { place: home, keys: 'ab', now: 60_000 },
  );
  expect(lingering.bound?.key).toBe('x');
  const gone = play(
    { place: thread('x'), keys: 'ab', now: 0 },
    { place: home, keys: '', now: 700 },
    { place: home, keys: 'c', now: 900 },
  );
  expect(gone.bound).toMatchObject({ key: 'local:new', provisional: true });
});

test('temporary chats and other pages bind nothing', () => {
  expect(play({ place: { kind: 'temporary' }, keys: 'ab', now: 0 }).bound).toBeUndefined();
  expect(play({ place: { kind: 'none' }, keys: 'ab', now: 0 }).bound).toBeUndefined();
});

test('a page that redraws itself from nothing stays with its thread', () => {
  const { bound } = play(
    { place: home, keys: 'a', now: 0 },
    { place: home, keys: '', now: 10 },
    { place: home, keys: 'a', now: 20 },
  );
  expect(bound?.key).toBe('local:new');
});

test('a prompt that gets its id together with the lasting address is still the same conversation', () => {
  const { bound } = play(
    { place: home, keys: 'A', now: 0 },
    { place: thread('x'), keys: 'ab', now: 500 },
    { place: thread('x'), keys: 'ab', now: 2100 },
  );
  expect(bound).toEqual({ key: 'x', provisional: false, formerKeys: ['local:new'] });
});

test('another thread with a first prompt of its own is not taken for a new chat that had no id yet', () => {
  expect(
    play({ place: home, keys: 'A', now: 0 }, { place: thread('x'), keys: 'cd', now: 500 }).bound,
  ).toEqual({
    key: 'x',
    provisional: false,
    formerKeys: [],
  });
});

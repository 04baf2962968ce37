import { expect, test } from 'vitest';
import { type Binding, belongs, bind, type Sight, unbound } from '../../src/capture/binding';
import type { Place } from '../../src/sites/site';

const home: Place = { kind: 'new' };
const thread = (key: string, provisional = false): Place => ({ kind: 'thread', key, provisional });

/** A turn by its letter. A capital is a prompt that has only a made-up key yet; its small letter follows it. */
const turn = (letter: string): Sight['turns'][number] =>
  letter === letter.toLowerCase()
    ? { key: letter, formerKeys: ['~/user/0'], markdown: `says ${letter}`, role: roleOf(letter) }
    : { key: '~/user/0', formerKeys: [], markdown: `says ${letter.toLowerCase()}`, role: 'user' };
/** Prompts and answers in turn through the alphabet. */
const roleOf = (letter: string) => (letter.charCodeAt(0) % 2 === 1 ? 'user' : 'assistant');

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
  const settled = play(...steps, { place: thread('x'), keys: 'ab', now: 2700 });
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
    { place: thread('x'), keys: 'ab', now: 2600 },
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

test('a temporary chat is never filed under the thread one goes to next', () => {
  const temporary: Place = { kind: 'temporary' };
  const lingering = play(
    { place: temporary, keys: 'st', now: 0 },
    { place: thread('z'), keys: 'st', now: 60_000 },
    { place: thread('z'), keys: 'st', now: 120_000 },
  );
  expect(lingering.bound).toBeUndefined();
  const gone = play(
    { place: temporary, keys: 'st', now: 0 },
    { place: thread('z'), keys: 'st', now: 300 },
    { place: thread('z'), keys: 'xy', now: 700 },
  );
  expect(gone.bound?.key).toBe('z');
});

test('a shared page that one goes on from becomes a thread, not at once', () => {
  const steps = [
    { place: { kind: 'none' } as const, keys: 'ab', now: 0 },
    { place: thread('x'), keys: 'ab', now: 500 },
  ];
  expect(play(...steps).bound).toBeUndefined();
  expect(play(...steps, { place: thread('x'), keys: 'ab', now: 2600 }).bound?.key).toBe('x');
});

test('a branch that begins with copies gets its own turns, and the thread it came from does not', () => {
  const moving = play(
    { place: thread('x'), keys: 'abcd', now: 0 },
    { place: thread('y'), keys: 'abef', now: 300, left: true },
  );
  expect(moving.bound?.key).toBe('x');
  expect([...'abef'].filter((letter) => belongs(moving, turn(letter)))).toEqual(['a', 'b']);
  const settled = bind(moving, {
    place: thread('y'),
    turns: [...'abef'].map(turn),
    now: 16_000,
    left: true,
    replaced: false,
    newKey: () => '',
  });
  expect(settled.bound).toEqual({ key: 'y', provisional: false, formerKeys: [] });
});

test('a page that never swaps keeps its turns where they are', () => {
  expect(
    play(
      { place: thread('x'), keys: 'ab', now: 0 },
      { place: thread('y'), keys: 'ab', now: 100 },
      { place: thread('y'), keys: 'ab', now: 99_000 },
    ).bound?.key,
  ).toBe('x');
});

test('each move has a doubt of its own', () => {
  const { bound } = play(
    { place: home, keys: 'a', now: 0 },
    { place: thread('y'), keys: 'a', now: 1000 },
    { place: thread('z'), keys: 'a', now: 3100 },
  );
  expect(bound?.key).toBe('local:new');
});

test('a second new chat at the same address is another conversation', () => {
  let n = 0;
  const newKey = () => `local:${++n}`;
  const sight = { place: home, now: 0, left: false, replaced: true, newKey };
  const first = bind(unbound, { ...sight, turns: [turn('A')] });
  expect(bind(first, { ...sight, turns: [turn('a')] }).bound?.key).toBe('local:1');
  expect(bind(first, { ...sight, turns: [turn('B')] }).bound?.key).toBe('local:2');
  expect(bind(bind(first, { ...sight, turns: [] }), { ...sight, turns: [turn('c')] }).bound?.key).toBe(
    'local:3',
  );
});

test('a chat that began on this page is known to have begun', () => {
  const opened = { place: home, keys: '', now: 0 };
  expect(play(opened, { place: thread('x'), keys: 'a', now: 100 }).bound).toMatchObject({ begun: true });
  expect(play(opened, { place: thread('x'), keys: 'ab', now: 100 }).bound).toMatchObject({ begun: true });
});

test.each([
  [
    'opened by a link',
    [
      { place: home, keys: '', now: 0 },
      { place: thread('x'), keys: 'ab', now: 9, left: true },
    ],
  ],
  [
    'longer than an exchange',
    [
      { place: home, keys: '', now: 0 },
      { place: thread('x'), keys: 'abcd', now: 9 },
    ],
  ],
  [
    'seen from its middle',
    [
      { place: home, keys: '', now: 0 },
      { place: thread('x'), keys: 'b', now: 9 },
    ],
  ],
  ['there when the page was loaded', [{ place: thread('x'), keys: 'ab', now: 0 }]],
])('a thread %s is not', (_, sights) => {
  expect(play(...sights).bound?.begun).toBeUndefined();
});

test("a chat that may turn out to be temporary is nobody's until it has an address, and then all of it is kept", () => {
  const untold: Place = { kind: 'new', untold: true };
  const before = play({ place: untold, keys: '', now: 0 }, { place: untold, keys: 'ab', now: 500 });
  expect(before.bound).toBeUndefined();
  const steps = [
    { place: untold, keys: '', now: 0 },
    { place: untold, keys: 'a', now: 500 },
  ];
  const named = play(...steps, { place: thread('x'), keys: 'ab', now: 900, replaced: true });
  expect(named.bound).toEqual({ key: 'x', provisional: false, formerKeys: [], begun: true });
  const pushed = { place: thread('x'), keys: 'ab' };
  expect(play(...steps, { ...pushed, now: 900 }).bound).toBeUndefined();
  expect(play(...steps, { ...pushed, now: 900 }, { ...pushed, now: 3_000 }).bound).toMatchObject({
    key: 'x',
  });
});

test('a chat is known to have begun though its address came before its first turn', () => {
  const { bound } = play(
    { place: home, keys: '', now: 0 },
    { place: thread('x'), keys: '', now: 100 },
    { place: thread('x'), keys: 'a', now: 900 },
  );
  expect(bound).toMatchObject({ key: 'x', begun: true });
});

/** Turns of a page without ids, prompts and answers in turn. */
const unnamed = (...texts: string[]): Sight['turns'] =>
  texts.map((markdown, i) => ({
    key: `~/+${i}/x/0`,
    formerKeys: [],
    markdown,
    role: i % 2 === 0 ? 'user' : 'assistant',
  }));
const sight = (key: string, turns: Sight['turns'], now: number, left: boolean): Sight => ({
  place: thread(key),
  turns,
  now,
  left,
  replaced: false,
  newKey: () => 'local:new',
});

test('a thread without ids that begins like the one before is its own', () => {
  const a = unnamed('Summarise this', 'It says one thing', 'Go on');
  const b = unnamed('Summarise this', 'It says quite another', 'Why?');
  const steps = [sight('a', a, 0, false), sight('b', a, 100, true), sight('b', b, 600, true)];
  expect(steps.reduce(bind, unbound).bound?.key).toBe('b');
});

test('a temporary chat does not follow the address to a thread that is opened without a link', () => {
  const untold: Place = { kind: 'new', untold: true };
  const { bound } = play(
    { place: untold, keys: 'ab', now: 0 },
    { place: thread('x'), keys: 'ab', now: 100 },
    { place: thread('x'), keys: 'ab', now: 9_000 },
  );
  expect(bound).toBeUndefined();
});

/** As `play`, from the moment at which the user asks for what stands there. */
const ask = (binding: Binding): Binding => ({ ...binding, asked: true });
const goOn = (from: Binding, ...sights: Parameters<typeof play>): Binding =>
  sights.reduce<Binding>(
    (binding, { keys, ...rest }) =>
      bind(binding, {
        left: false,
        replaced: true,
        newKey: () => 'local:asked',
        ...rest,
        turns: [...keys].map(turn),
      }),
    from,
  );
const temporary: Place = { kind: 'temporary' };
const untold: Place = { kind: 'new', untold: true };

test('a temporary chat that is asked for has a key of ours for good, and goes on under it', () => {
  const asked = goOn(ask(play({ place: temporary, keys: 'ab', now: 0 })), {
    place: temporary,
    keys: 'ab',
    now: 1,
  });
  const bound = { key: 'local:asked', provisional: false, formerKeys: [], asked: true, begun: true };
  expect(asked.bound).toEqual(bound);
  expect(goOn(asked, { place: temporary, keys: 'abcd', now: 2 }).bound).toEqual(bound);
});

test('one that is asked for before its first word is kept from there, one in its middle does not claim to be', () => {
  const empty = goOn(ask(play({ place: temporary, keys: '', now: 0 })), {
    place: temporary,
    keys: '',
    now: 1,
  });
  expect(empty).toMatchObject({ asked: true });
  expect(goOn(empty, { place: temporary, keys: 'A', now: 2 }).bound).toMatchObject({
    asked: true,
    begun: true,
  });
  const middle = goOn(ask(play({ place: temporary, keys: 'abcd', now: 0 })), {
    place: temporary,
    keys: 'abcd',
    now: 1,
  });
  expect(middle.bound).toMatchObject({ asked: true });
  expect(middle.bound?.begun).toBeUndefined();
});

test('the next temporary chat is not asked for, be it another or none in between, or of the same words', () => {
  const asked = goOn(ask(play({ place: temporary, keys: 'A', now: 0 })), {
    place: temporary,
    keys: 'A',
    now: 1,
  });
  expect(asked.bound?.asked).toBe(true);
  expect(goOn(asked, { place: temporary, keys: 'cd', now: 2 }).bound).toBeUndefined();
  const emptied = goOn(asked, { place: temporary, keys: '', now: 2 });
  expect(emptied.asked).toBeUndefined();
  expect(goOn(emptied, { place: temporary, keys: 'A', now: 3 }).bound).toBeUndefined();
  const back = goOn(asked, { place: home, keys: '', now: 2 }, { place: temporary, keys: 'A', now: 3 });
  expect(back.bound).toBeUndefined();
});

test('what was asked for goes when the page moved on before it was seen', () => {
  const asked = ask(play({ place: temporary, keys: 'ab', now: 0 }));
  expect(goOn(asked, { place: temporary, keys: 'cd', now: 1 }).bound).toBeUndefined();
  expect(goOn(asked, { place: thread('x'), keys: 'cd', now: 1 }).bound?.asked).toBeUndefined();
});

test('a temporary chat that is kept is never filed under the thread one goes to, and takes none of its turns', () => {
  const asked = goOn(ask(play({ place: temporary, keys: 'ab', now: 0 })), {
    place: temporary,
    keys: 'ab',
    now: 1,
  });
  for (const left of [true, false]) {
    const stuck = goOn(
      asked,
      { place: thread('z'), keys: 'abcd', now: 2, left },
      { place: thread('z'), keys: 'abcd', now: 99_000, left },
    );
    expect(stuck.bound?.key).toBe('local:asked');
    expect([...'abcd'].filter((letter) => belongs(stuck, turn(letter)))).toEqual(['a', 'b']);
    expect(goOn(stuck, { place: thread('z'), keys: 'cd', now: 99_100, left }).bound).toEqual({
      key: 'z',
      provisional: false,
      formerKeys: [],
    });
  }
});

test('a chat that was asked for before it was known to last takes its address, but not that of a link', () => {
  const asked = goOn(ask(play({ place: untold, keys: 'ab', now: 0 })), { place: untold, keys: 'ab', now: 1 });
  expect(asked.bound).toMatchObject({ key: 'local:asked', provisional: true, asked: true });
  expect(goOn(asked, { place: thread('x'), keys: 'ab', now: 2 }).bound).toEqual({
    key: 'x',
    provisional: false,
    formerKeys: ['local:asked'],
    asked: true,
  });
  const linked = { place: thread('y'), keys: 'abc', left: true, replaced: false };
  expect(goOn(asked, { ...linked, now: 2 }, { ...linked, now: 99_000 }).bound?.key).toBe('local:asked');
});

test('another thread that begins with the same words as this one did is another thread', () => {
  const first = play({ place: home, keys: 'A', now: 0 }, { place: home, keys: 'ab', now: 100 });
  const lasting = goOn(
    first,
    { place: thread('x'), keys: 'ab', now: 600, replaced: true },
    { place: thread('x'), keys: 'ab', now: 700, replaced: true },
  );
  expect(lasting.bound?.key).toBe('x');
  const same = { ...turn('c'), markdown: 'says a' };
  const other = bind(lasting, {
    place: thread('y'),
    turns: [same, turn('d'), turn('e')],
    now: 800,
    left: true,
    replaced: false,
    newKey: () => 'local:new',
  });
  expect(other.bound?.key).toBe('y');
  expect(belongs({ ...lasting, moved: { to: thread('y'), at: 800 } }, same)).toBe(false);
});

test('one that is asked for before its first word is also kept if its address comes before that', () => {
  const asked = ask(play({ place: home, keys: '', now: 0 }));
  const named = goOn(asked, { place: thread('x'), keys: '', now: 1 });
  expect(goOn(asked, { place: thread('x'), keys: 'a', now: 1 }).bound).toMatchObject({
    key: 'x',
    asked: true,
  });
  expect(goOn(named, { place: thread('x'), keys: 'a', now: 2 }).bound).toMatchObject({
    key: 'x',
    asked: true,
  });
  expect(
    goOn(named, { place: thread('x'), keys: 'a', now: 2 }, { place: thread('x'), keys: 'abcd', now: 3 })
      .bound,
  ).toMatchObject({ key: 'x', asked: true });
});

test('a conversation that is opened instead of the one that was asked for is not asked for', () => {
  const asked = ask(play({ place: home, keys: '', now: 0 }));
  const opened = goOn(asked, { place: thread('x'), keys: '', now: 1 });
  for (const keys of ['ab', 'abcd']) {
    expect(goOn(asked, { place: thread('x'), keys, now: 1 }).bound?.asked).toBeUndefined();
    expect(goOn(opened, { place: thread('x'), keys, now: 2 }).bound?.asked).toBeUndefined();
  }
  const linked = { place: thread('x'), left: true };
  const went = goOn(asked, { ...linked, keys: '', now: 1 });
  expect(went.asked).toBeUndefined();
  expect(goOn(went, { ...linked, keys: 'a', now: 2 }).bound?.asked).toBeUndefined();
});

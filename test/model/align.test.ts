import { expect, test } from 'vitest';
import { align, type Placed } from '../../src/model/align';

/** A thread as words; capitals are prompts. `-` parts what may not be neighbours. */
const turns = (text: string, key: (i: number) => string): (Placed | undefined)[] =>
  text
    .split(' ')
    .map((word, i) =>
      word === '-'
        ? undefined
        : { key: key(i), role: word === word.toUpperCase() ? 'user' : 'assistant', markdown: word },
    );
const named = (text: string) => turns(text, (i) => `id-${i}`);
const unnamed = (text: string) => turns(text, (i) => `~/+${i}/user/0`);
const places = (found: Map<string, string>): string =>
  [...found]
    .map(([a, b]) => `${a.replace('id-', '')}=${b.replace(/^~\/\+|\/.*$/g, '')}`)
    .sort()
    .join(' ');

test('a whole thread is found again', () => {
  expect(places(align(named('A b C d'), unnamed('A b C d')))).toBe('0=0 1=1 2=2 3=3');
});

test('a part of it is found in its place', () => {
  expect(places(align(named('C d E'), unnamed('A b C d E f')))).toBe('0=2 1=3 2=4');
});

test('a second yes is a second message', () => {
  expect(places(align(named('YES right'), unnamed('YES fine')))).toBe('');
  expect(places(align(named('YES'), unnamed('A YES b')))).toBe('');
  expect(places(align(named('A YES b YES c'), unnamed('A YES b YES c')))).toBe('0=0 1=1 2=2 3=3 4=4');
  expect(places(align(named('YES c'), unnamed('A YES b YES c')))).toBe('0=3 1=4');
});

test('what is said in two places alike is left alone', () => {
  expect(places(align(named('YES ok'), unnamed('YES ok C YES ok')))).toBe('');
});

test('the newest answer may have grown', () => {
  expect(places(align(named('A b C ddd'), unnamed('A b C d')))).toBe('0=0 1=1 2=2 3=3');
});

test('what is no neighbour is not taken for one', () => {
  expect(places(align(named('A b'), unnamed('A - b')))).toBe('');
});

test('from a turn that is known the match goes on', () => {
  const known: Placed[] = [...named('A b'), { key: '~/+2/user/0' }] as Placed[];
  expect(places(align(known, unnamed('A b C')))).toBe('0=0 1=1');
  const next = [{ key: '~/+0/user/0' }, ...named('b')];
  expect(places(align(next, unnamed('A b YES')))).toBe('0=1');
});

test('keys of one kind are never joined', () => {
  expect(
    align(
      named('A b'),
      turns('A b', (i) => `other-${i}`),
    ).size,
  ).toBe(0);
  expect(
    align(
      unnamed('A b'),
      turns('A b', (i) => `~x/+${i}/user/0`),
    ).size,
  ).toBe(0);
});

import { expect, test } from 'vitest';
import { emptySequence, mergeWindow, type Sequence } from '../../src/model/order';

const merged = (...windows: string[]): string =>
  windows
    .reduce((order: Sequence, window) => mergeWindow(order, window.split('')), emptySequence)
    .keys.join('');

test('a first window is the order', () => {
  expect(merged('abc')).toBe('abc');
});

test('new turns at the end are appended, older ones at the top are prepended', () => {
  expect(merged('cd', 'cde', 'abcd')).toBe('abcde');
});

test('a run of unknown turns goes before the first known one that follows it', () => {
  expect(merged('abgh', 'abcdgh', 'cdefg')).toBe('abcdefgh');
});

test('a window with a hole loses nothing of what stands in the hole', () => {
  expect(merged('abcdefgh', 'abgh')).toBe('abcdefgh');
});

test('unknown turns after the last known one stay next to it', () => {
  expect(merged('abyz', 'bcd')).toBe('abcdyz');
});

test('a window that contradicts the stored order is right, and nothing is lost', () => {
  expect(merged('xyab', 'abxy')).toBe('abxy');
  expect([...merged('qxyzab', 'abx')].sort().join('')).toBe('abqxyz');
});

test('the measured trace of a 21-turn thread scrolled upwards merges into its order', () => {
  const turn = (n: number) => String.fromCharCode(64 + n);
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => turn(from + i)).join('');
  const trace = [
    range(17, 21),
    range(13, 21),
    range(11, 21),
    range(8, 21),
    range(2, 21),
    range(1, 13) + range(17, 21),
    range(1, 12) + range(17, 21),
  ];
  expect(merged(...trace)).toBe(range(1, 21));
});

test('windows with nothing in common are joined in the right order as soon as one shows both', () => {
  expect(merged('ij', 'abc', 'cde', 'efg', 'ghi')).toBe('abcdefghij');
  expect(merged('ij', 'ef', 'ab', 'abcdef', 'fghi')).toBe('abcdefghij');
});

test('numbers that the site states decide, once it has stated them all', () => {
  const number = (window: string) => Object.fromEntries([...window].map((key) => [key, key.charCodeAt(0)]));
  const jumps = ['qrs', 'klqrs', 'abqrs'];
  const order = jumps.reduce(
    (known: Sequence, window) => mergeWindow(known, [...window], number(window)),
    emptySequence,
  );
  expect(order.keys.join('')).toBe('abklqrs');
  expect(order.positions).toEqual([...order.positions].sort((x, y) => x - y));
});

test('a key that a page shows twice is one turn', () => {
  expect(merged('abb', 'ba')).toHaveLength(2);
});

test('positions ascend, and stored ones stay as they are', () => {
  const first = mergeWindow(emptySequence, ['c', 'f']);
  const second = mergeWindow(first, ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  expect(second.positions).toEqual([...second.positions].sort((a, b) => a - b));
  expect(second.positions[2]).toBe(first.positions[0]);
  expect(second.positions[5]).toBe(first.positions[1]);
});

test('a gap that has been halved too often is numbered anew instead of running out of digits', () => {
  let order = mergeWindow(emptySequence, ['start', 'end']);
  for (let i = 0; i < 200; i++) order = mergeWindow(order, ['start', `k${i}`, i === 0 ? 'end' : `k${i - 1}`]);
  expect(order.keys).toHaveLength(202);
  expect(new Set(order.positions).size).toBe(202);
  expect(order.positions).toEqual([...order.positions].sort((a, b) => a - b));
});

test('a window of known turns in known order changes nothing', () => {
  const order = mergeWindow(emptySequence, ['a', 'b', 'c']);
  expect(mergeWindow(order, ['a', 'c'])).toBe(order);
});

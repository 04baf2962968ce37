import { expect, test } from 'vitest';
import { ROOT } from '../../src/model/keys';
import { emptySequence, mergeWindow, type Sequence } from '../../src/model/order';
import { follow, keysIn, noPaths, offPath, type Paths, type Window } from '../../src/model/path';

type Thread = Sequence & Paths;

/** Windows as a page shows them: a letter each, `.` for a gap, `^` for the thread's beginning. */
const parse = (window: string): Window =>
  [...window].map((key) => (key === '.' ? null : key === '^' ? ROOT : key));

const seen = (windows: readonly string[], ordinals: Record<string, number> = {}): Thread =>
  windows.map(parse).reduce(
    (thread: Thread, window): Thread => {
      const stated = Object.fromEntries(
        keysIn(window).flatMap((k) => (ordinals[k] ? [[k, ordinals[k]]] : [])),
      );
      const next = mergeWindow(thread, keysIn(window), stated);
      return { ...next, ...follow(thread, { window, before: thread.keys, after: next.keys, ...next }) };
    },
    { ...emptySequence, ...noPaths },
  );

const active = (windows: readonly string[], ordinals?: Record<string, number>): string => {
  const thread = seen(windows, ordinals);
  const off = offPath(thread.keys, thread);
  return thread.keys.filter((key) => !off.has(key)).join('');
};

test.each([
  ['a thread that only grows', ['^ab', 'abcd'], 'abcd'],
  ['an edited prompt, with all that followed it', ['^abcdef', 'abCD'], 'abCD'],
  ['an answer given anew', ['^abcd', 'abcD'], 'abcD'],
  ['the way back', ['^abcdef', 'abCD', 'abcdef'], 'abcdef'],
  ['the way back, of which only a part is mounted', ['^abcdef', 'abCD', 'bcd'], 'abcdef'],
  ['an alternative below another', ['^abcdef', 'abCDEF', 'abCDxy', 'abcdef', 'abCD'], 'abCDxy'],
  ['the first prompt edited', ['^abcd', '^AB'], 'AB'],
  ['the first prompt of a thread not seen to begin', ['abcd', '^AB', 'abcd'], 'abcd'],
  ['a window that shows less', ['^abcdef', 'ef', 'ab.f'], 'abcdef'],
  ['a hole that the page states', ['^ab.ef', 'abcd'], 'abcdef'],
  ['a hole that nobody saw', ['^abef', 'abcdef'], 'abcdef'],
  ['old turns still there while the page swaps them', ['^abcdef', 'abCf', 'abCD'], 'abCD'],
  ['parts told in a wrong order round the holes', ['e.g', 'abcd.fg', 'bc.efg', 'abcdefg'], 'abcdefg'],
  [
    'islands in the wrong order until they are joined',
    ['gh', 'ab', 'abcd', 'cdef', 'efgh', 'ef', 'eX'],
    'abcdeX',
  ],
])('the active path of %s', (_, windows, path) => {
  expect(active(windows)).toBe(path);
});

const numbers = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, B: 2, C: 3, D: 4 };

test.each([
  ['an edit whose neighbours are not mounted', ['^ab', 'cdef', 'CD'], 'abCD'],
  ['what stood far below an answer given anew', ['gh', 'abcd', 'aB'], 'aB'],
  ['what stood far below, and the way back', ['gh', 'abcd', 'aB', 'ab'], 'abcdgh'],
])('numbers tell the active path of %s', (_, windows, path) => {
  expect(active(windows, numbers)).toBe(path);
});

test('numbers that have shifted by one put nothing off the path', () => {
  const before = seen(['abcdef'], numbers);
  const next = mergeWindow(before, ['e', 'f'], { e: 4, f: 5 });
  const paths = follow(before, { window: ['e', 'f'], before: before.keys, after: next.keys, ...next });
  expect(offPath(next.keys, paths)).toEqual(new Set());
});

test('a thread that never branched stores nothing for its turns', () => {
  expect(seen(['^abcdefgh'])).toMatchObject({ above: { a: { key: ROOT, near: true } }, replaced: [] });
});

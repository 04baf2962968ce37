import { expect, test } from 'vitest';
import { type Change, compare, related } from '../../src/model/revision';

type Said = Parameters<typeof compare>[0];
const streaming = (markdown: string): Said => ({ role: 'assistant', markdown, state: 'streaming' });
const final = (markdown: string): Said => ({ role: 'assistant', markdown, state: 'final' });
const prompt = (markdown: string): Said => ({ role: 'user', markdown, state: 'final' });

const cases: [string, Said, Said, Change][] = [
  ['nothing new', final('Hello'), final('Hello'), 'same'],
  ['a final text shown as streaming again is still final', final('Hello'), streaming('Hello'), 'same'],
  ['the end of an answer', streaming('Hello'), final('Hello'), 'grow'],
  ['an answer that streams', streaming('Hel'), streaming('Hello'), 'grow'],
  ['half a bold word becomes bold', streaming('\\*\\*bo'), streaming('**bold** it'), 'grow'],
  ['a second tab that is behind', streaming('Hello there'), streaming('Hel'), 'lag'],
  ['a second tab that is behind a finished answer', final('Hello there'), streaming('Hel'), 'lag'],
  ['a wrong guess of the end heals', final('Hello'), streaming('Hello there'), 'grow'],
  ['a better rendering of the same words', final('Hello - world'), final('Hello * world'), 'grow'],
  ['another answer in the same place', final('Hello there'), final('Good day'), 'revise'],
  ['another answer begins in the same place', final('Hello there'), streaming('Goo'), 'revise'],
  ['a page that settles on less than it once showed', streaming('Hello there'), final('Hello'), 'revise'],
  ['an edited prompt', prompt('Hello'), prompt('Hello there'), 'revise'],
  ['an emoji is a word', final('👍'), final('👎'), 'revise'],
];

test.each(cases)('%s', (_, stored, seen, change) => {
  expect(compare(stored, seen)).toBe(change);
});

test('texts are related when one is an earlier state of the other', () => {
  expect(related('', 'anything')).toBe(true);
  expect(related('Hello wor', 'Hello **world**')).toBe(true);
  expect(related('Hello', 'Good day')).toBe(false);
});

import { expect, test } from 'vitest';
import { type Change, compare, completesCut, related, restoreCut } from '../../src/model/revision';
import type { Turn } from '../../src/model/turn';

type Said = Parameters<typeof compare>[0];
const streaming = (markdown: string): Said => ({
  role: 'assistant',
  markdown,
  state: 'streaming',
});
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
  ['a stale tab that takes its part for the whole', streaming('Hello there'), final('Hello'), 'lag'],
  ['a stale tab beside a finished answer', final('Hello there'), final('Hello'), 'lag'],
  ['a prompt whose place an editor has taken', prompt('Hello'), prompt(''), 'lag'],
  [
    'an interim text that gives way to another',
    streaming('I will look this up'),
    streaming('The answer is: no, it does not'),
    'revise',
  ],
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

const code = (text: string, truncated = false) => ({
  type: 'code' as const,
  text,
  ...(truncated && { truncated }),
});
const answer = (...blocks: Turn['blocks']): Turn => ({
  key: 'a',
  formerKeys: [],
  role: 'assistant',
  markdown: '',
  blocks,
  state: 'final',
});

test('code of which the page leaves out lines is put back, and what follows it is kept', () => {
  const stored = [code('one\ntwo\nthree')];
  const after = { type: 'text' as const, markdown: 'And that is why.' };
  expect(restoreCut(answer(code('one\nthree', true), after), stored)).toMatchObject({
    markdown: '```\none\ntwo\nthree\n```\n\nAnd that is why.',
    blocks: [code('one\ntwo\nthree'), after],
  });
});

test('code that shows more of itself than is stored replaces it', () => {
  const stored = [code('one\nthree', true)];
  const whole = { ...answer(code('one\ntwo\nthree')), markdown: '```\none\ntwo\nthree\n```' };
  expect(restoreCut(whole, stored)).toBe(whole);
  expect(completesCut(whole, stored)).toBe(true);
});

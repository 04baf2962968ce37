import { expect, test } from 'vitest';
import { reporter } from '../../src/capture/report';
import { ROOT } from '../../src/model/keys';
import type { Batch } from '../../src/model/turn';
import type { Reading, Site } from '../../src/sites/site';

const site = { id: 'x', title: () => undefined } as unknown as Site;
const reading = (key: string, row: number): Reading => ({
  key,
  formerKeys: [],
  role: key.startsWith('u') ? 'user' : 'assistant',
  markdown: `text of ${key}`,
  blocks: [],
  patience: 0,
  row,
});

/** The windows that are told when the page shows these turns, one group after the other. */
function windowsOf(...shown: Reading[][]): Batch['windows'] {
  const found: Batch[] = [];
  const { report } = reporter(document, site, (batch) => found.push(batch));
  shown.forEach((readings, edition) => {
    report({
      bound: { key: 't', provisional: false, formerKeys: [] },
      url: new URL('https://x.test/t'),
      readings,
      changed: readings,
      departed: [],
      edition,
      unread: false,
      moving: false,
      drift: false,
      now: edition,
    });
  });
  return found.flatMap(({ windows }) => windows);
}

test('an exchange alone is the beginning only in the first rows', () => {
  const newest = [reading('u9', 16), reading('a9', 17)];
  expect(windowsOf(newest, [reading('u5', 8), reading('a5', 9)]).at(-1)).toEqual(['u5', 'a5']);
  expect(windowsOf(newest, [reading('u1', 0), reading('a1', 1)]).at(-1)).toEqual([ROOT, 'u1', 'a1']);
});

/** What is told of an answer without an id, as its page shows it: its words, and whether it is being written. */
function toldOf(...shown: (Partial<Reading> | undefined)[]): string[] {
  const found: Batch[] = [];
  const { report } = reporter(document, site, (batch) => found.push(batch));
  const prompt = { ...reading('~/user/0', 0), role: 'user' as const };
  shown.forEach((answer, now) => {
    const readings = answer ? [prompt, { ...reading('~/+1/assistant/0', 1), ...answer }] : [prompt];
    report({
      bound: { key: 't', provisional: false, formerKeys: [] },
      url: new URL('https://x.test/t'),
      readings,
      changed: readings,
      departed: [],
      edition: now,
      unread: false,
      moving: false,
      drift: false,
      now,
    });
  });
  return found
    .flatMap(({ turns }) => turns.slice(-1))
    .filter(({ role }) => role === 'assistant')
    .map(({ key, state, markdown }) => `${key.slice(-1)} ${state} ${markdown}`);
}
const written = { patience: 15_000 };
const quiet = { patience: 800 };

test('an answer without an id that is asked for again at once was finished', () => {
  expect(
    toldOf({ markdown: 'Yes.', ...quiet }, { markdown: '', ...written }, { markdown: 'Yes. An', ...written }),
  ).toEqual(['0 streaming Yes.', '0 final Yes.', '0 streaming Yes. An']);
  const key = '~/+1/assistant/1';
  expect(toldOf({ markdown: 'Yes.', ...quiet }, { key, markdown: 'Yes. And.', ...quiet })).toEqual([
    '0 streaming Yes.',
    '0 final Yes.',
    '1 streaming Yes. And.',
  ]);
});

test('an answer that is being written, or stands still, is not finished by that', () => {
  expect(toldOf({ markdown: 'Y', ...written }, { markdown: 'Ye', ...written }, undefined)).toEqual([
    '0 streaming Y',
    '0 streaming Ye',
  ]);
  expect(toldOf({ markdown: 'Yes.', ...quiet }, { markdown: 'Yes.', ...quiet })).toEqual([
    '0 streaming Yes.',
  ]);
});

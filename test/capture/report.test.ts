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

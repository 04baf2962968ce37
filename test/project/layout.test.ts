import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Whoever asks for one of these makes the browser lay out the page at once, however much of it has changed. */
const FORCING = new RegExp(
  `(?<![\\w-])(${[
    'innerText',
    'outerText',
    '(offset|client)(Left|Top|Width|Height|Parent)',
    'getClientRects',
    'getBoundingClientRect',
    'getBoxQuads',
    'getBBox',
    'scroll(By|To|Into\\w+|Width|Height|Left|Top|X|Y)?',
    'page[XY]Offset',
    'inner(Width|Height)',
    'visualViewport',
    'getComputedStyle',
    'computed(Role|Name)',
    'checkVisibility',
    'elements?FromPoint',
    'caret\\w+FromPoint',
    'getSelection',
  ].join('|')})(?![\\w-])`,
);

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
const forces = (text: string): string | undefined => FORCING.exec(withoutComments(text))?.[0];

test('nothing that runs in a page asks for its layout', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'entrypoints'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((path) => /^(src\/(capture|sites|messages)\/|entrypoints\/capture)/.test(path));
  expect(files.length).toBeGreaterThan(40);
  const found = files.flatMap((path) => forces(readFileSync(join(root, path), 'utf8')) ?? []);
  expect(found).toEqual([]);
});

test.each([
  'const text = element.innerText;',
  "const height = element['offsetHeight'];",
  'const { scrollTop } = scroller;',
  'element.scrollIntoView();',
  'if (getComputedStyle(element).display) return;',
  'const box = element.getBoundingClientRect();',
])('the check sees %s', (text) => {
  expect(forces(text)).toBeDefined();
});

test('words in comments are no reads', () => {
  expect(forces('/** Not innerText: it forces layout. */\n// nor scrollTop\nread();')).toBeUndefined();
});

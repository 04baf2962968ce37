import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newSite } from '../support/site-scaffold';
import { faults } from './layers';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'threadkeeper-site-'));
  cpSync(
    fileURLToPath(new URL('../../src/sites/index.ts', import.meta.url)),
    join(root, 'src/sites/index.ts'),
  );
});
afterEach(() => rmSync(root, { recursive: true }));

test('a new site is listed, keeps to the layers and comes with a page', () => {
  const written = newSite(root, 'bread-talk', 'https://chat.bread.example');
  expect(written).toEqual([
    'src/sites/bread-talk/index.ts',
    'src/sites/bread-talk/first.ts',
    'test/sites/bread-talk/first/page.html',
    'src/sites/index.ts',
  ]);
  const text = (path: string) => readFileSync(join(root, path), 'utf8');
  const sources = written.filter((path) => path.startsWith('src/'));
  expect(faults(sources.map((path) => ({ path, text: text(path) })))).toEqual([]);
  expect(text('src/sites/index.ts')).toContain("import { breadTalk } from './bread-talk';");
  expect(text('src/sites/index.ts')).toMatch(/sites: readonly Site\[\] = \[.*, breadTalk\]/);
  expect(text('test/sites/bread-talk/first/page.html')).toMatch(
    /^<!-- https:\/\/chat\.bread\.example\/chat\//,
  );
});

test.each([
  ['Bad Name', 'https://a.example', /small letters/],
  ['good', 'http://a.example', /not https/],
  ['good', '', /address is missing/],
])('%s at "%s" is refused with what to do', (id, origin, message) => {
  expect(() => newSite(root, id, origin)).toThrow(message);
});

test('a site that is there is not written over', () => {
  newSite(root, 'once', 'https://a.example');
  expect(() => newSite(root, 'once', 'https://a.example')).toThrow(/there already/);
});

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { faults, type SourceFile } from './layers';

const root = fileURLToPath(new URL('../..', import.meta.url));

function sources(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }));
}

const resolveImport = (from: string, specifier: string): string =>
  specifier.startsWith('.') ? relative(root, resolve(root, dirname(from), specifier)) : specifier;

test('every import goes down a layer, pure layers stay pure, entrypoints are short, the worker keeps no state', () => {
  expect(faults([...sources('src'), ...sources('entrypoints')], resolveImport)).toEqual([]);
});

test('the top level holds what the design names and nothing else', () => {
  const allowed = new Set([
    ...[
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'wxt.config.ts',
      'biome.json',
      'knip.json',
      'entrypoints',
      'src',
      'test',
      'public',
    ],
    ...['README.md', 'LICENSE', 'CHANGELOG.md', 'PRIVACY.md', 'CONTRIBUTING.md', '.ci', '.git', '.gitignore'],
    ...['node_modules', '.output', '.wxt'],
  ]);
  expect(readdirSync(root).filter((name) => !allowed.has(name))).toEqual([]);
});

/** A check that cannot fail is none: each rule is shown a file that breaks it. */
describe('the check names the fault in plain words', () => {
  const fault = (path: string, text: string) => faults([{ path, text }], resolveImport).join('\n');

  test.each([
    ['src/sites/chatgpt/index.ts', "import { keep } from '../../store/keep';", 'sites may not import store'],
    ['src/store/keep.ts', "import { sites } from '../sites';", 'store may not import sites'],
    ['src/model/turn.ts', "export { x } from '../messages/protocol';", 'model may not import messages'],
    ['src/ui/popup/view.ts', "const x = await import('../../worker/handlers');", 'ui may not import worker'],
    ['src/sites/chatgpt/index.ts', "import { claude } from '../claude';", 'one site may not import another'],
    [
      'src/capture/watch.ts',
      "import x from '../../entrypoints/background';",
      'nothing may import an entrypoint',
    ],
    ['src/distill/engine.ts', "import { Dexie } from 'dexie';", 'distill is pure and may not import dexie'],
    [
      'src/sites/site.ts',
      "import { browser } from '../browser';",
      'sites is pure and may not import src/browser',
    ],
    ['src/imports/zip.ts', "import { render } from 'preact';", 'imports is pure and may not import preact'],
    ['src/capture/watch.ts', "import { z } from '../model/schema';", 'the content script may not carry zod'],
    [
      'src/sync/drain.ts',
      "import { browser } from 'wxt/browser';",
      'only src/browser.ts may import wxt/browser',
    ],
    [
      'src/worker/handlers.ts',
      'let count = 0;',
      'the worker may die at any time and must not keep state in a module',
    ],
    ['src/worker/handlers.ts', 'const seen = new Map<string, string>();', 'must not keep state in a module'],
    ['entrypoints/background.ts', '//\n'.repeat(41), 'entrypoints only compose: 41 lines, 40 at most'],
    ['src/helpers/thing.ts', '', 'src/helpers is no layer of the design'],
  ])('%s with %j', (path, text, words) => {
    expect(fault(path, text)).toContain(words);
  });

  test('what is allowed is not a fault', () => {
    expect(
      fault('src/worker/handlers.ts', "import { keep } from '../store/keep';\nconst LIMIT = new Set(['a']);"),
    ).toBe('');
    expect(fault('src/capture/watch.ts', "import type { Batch } from '../model/turn';")).toBe('');
  });
});

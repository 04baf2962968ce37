import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { faults } from './layers';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);

test('every import goes down a layer, pure layers stay pure, entrypoints are short, no module keeps state', () => {
  const files = tracked.filter((path) => /^(src|entrypoints)\/.*\.tsx?$/.test(path));
  expect(files.length).toBeGreaterThan(30);
  expect(faults(files.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })))).toEqual([]);
});

test('the top level holds what the design names and nothing else', () => {
  const folders = ['entrypoints', 'src', 'test', 'public', '.ci'];
  const configs = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'wxt.config.ts',
    'biome.json',
    'knip.json',
    '.gitignore',
  ];
  const texts = ['README.md', 'LICENSE', 'CHANGELOG.md', 'PRIVACY.md', 'CONTRIBUTING.md'];
  const found = new Set(tracked.map((path) => path.split('/')[0] ?? ''));
  expect([...found].filter((name) => ![...folders, ...configs, ...texts].includes(name))).toEqual([]);
});

/** A check that cannot fail is none: each rule is shown code that breaks it. */
describe('the check names the fault in plain words', () => {
  test.each([
    ['src/sites/chatgpt/index.ts', "import { keep } from '../../store/keep';", 'sites may not import store'],
    ['src/store/keep.ts', "import { sites } from '../sites';", 'store may not import sites'],
    ['src/model/turn.ts', "export { x } from '../messages/protocol';", 'model may not import messages'],
    ['src/model/x.ts', "import { openStore } from '@/src/store/db';", 'model may not import store'],
    ['src/model/x.ts', "  import '../store/db';", 'model may not import store'],
    ['src/model/x.ts', 'const x = () => import(`../store/db`);', 'model may not import store'],
    ['src/ui/popup/view.ts', "const x = () => import('../../worker/handlers');", 'ui may not import worker'],
    [
      'src/ui/popup/view.ts',
      "import { keep } from '../../store/keep';",
      'pages read the store and write by message',
    ],
    ['src/ui/popup/view.ts', "import { Dexie } from 'dexie';", 'ui may not use the package or folder dexie'],
    [
      'src/ui/x.ts',
      "import x from '../../test/replica/engine';",
      'ui may not use the package or folder test/replica/engine',
    ],
    ['src/sites/chatgpt/index.ts', "import { claude } from '../claude';", 'one site may not import another'],
    [
      'src/sites/google-gemini/index.ts',
      "import { x } from '../google-studio/x';",
      'one site may not import another',
    ],
    ['src/sites/claude.ts', "import { chatgpt } from './chatgpt';", 'one site may not import another'],
    ['src/sites/chatgpt/index.ts', "import { sites } from '..';", 'one site may not import another'],
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
    [
      'src/sites/site.ts',
      'const x = () => chrome.storage.local.get();',
      'sites is pure and may not use chrome',
    ],
    ['src/imports/zip.ts', "import { render } from 'preact';", 'imports is pure and may not import preact'],
    [
      'src/capture/watch.ts',
      "import { z } from '../model/schema.ts';",
      'the content script may not carry zod',
    ],
    [
      'src/capture/watch.ts',
      "import { keep } from '../store/keep';",
      'the content script may not carry zod or storage',
    ],
    [
      'src/messages/send.ts',
      "import { batchSchema } from '../model/turn';",
      'the content script may not carry zod',
    ],
    [
      'entrypoints/capture.ts',
      "import { openStore } from '../src/store/db';",
      'the content script may not carry',
    ],
    [
      'src/sync/drain.ts',
      "import { browser } from 'wxt/browser';",
      'only src/browser.ts may import wxt/browser',
    ],
    [
      'src/sync/drain.ts',
      "const x = import.meta.glob('../ui/*.ts');",
      'import.meta would import what no rule can see',
    ],
    ['src/worker/handlers.ts', 'let count = 0;', 'must not keep state in a module'],
    ['src/store/keep.ts', 'export let count = 0;', 'must not keep state in a module'],
    [
      'src/worker/handlers.ts',
      'const seen = new Map<string, Map<string, string>>();',
      'must not keep state in a module',
    ],
    [
      'src/worker/handlers.ts',
      'const x = { n: 0 }; const f = () => x.n++;',
      'must not keep state in a module',
    ],
    [
      'src/sync/drain.ts',
      'const x = new Map([[1, 2]]); const f = () => x.set(1, 3);',
      'must not keep state in a module',
    ],
    ['entrypoints/background.ts', 'const db = openStore();', 'must not keep state in a module'],
    ['entrypoints/background.ts', '//\n'.repeat(41), 'entrypoints only compose: 41 lines, 40 at most'],
    ['src/helpers/thing.ts', '', 'src/helpers is no layer of the design'],
  ])('%s with %j', (path, text, words) => {
    expect(faults([{ path, text }]).join('\n')).toContain(words);
  });

  test('what is allowed is no fault', () => {
    const allowed = [
      {
        path: 'src/worker/handlers.ts',
        text: "import { keep } from '../store/keep';\nconst LIMIT = new Set(['a']);",
      },
      {
        path: 'src/capture/watch.ts',
        text: "import type { Batch } from '../model/turn';\nimport { isDerived } from '../model/keys';",
      },
      { path: 'src/sites/index.ts', text: "import { chatgpt } from './chatgpt';" },
    ];
    expect(faults(allowed)).toEqual([]);
  });
});

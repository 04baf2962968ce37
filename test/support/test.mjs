import { existsSync, readFileSync, rmSync } from 'node:fs';
import { ensurePackages, root, run } from './install.mjs';

/** `npm test`: every check there is, on a machine that has only Node and npm. Ends with the count of the whole. */

ensurePackages();
const { ensureChromium } = await import('./chromium.mjs');
const CHROMIUM = ensureChromium(console.log);

/** @type {{ passed: number, failed: number, skipped: number }} */
const total = { passed: 0, failed: 0, skipped: 0 };

/** A check that passes or fails as one. @type {(name: string, tool: Parameters<typeof run>[0], ...args: string[]) => void} */
const check = (name, tool, ...args) => {
  console.log(`\n── ${name}`);
  if (run(tool, args)) total.passed++;
  else {
    total.failed++;
    console.error(`✘ ${name} failed`);
  }
};

/** A run of many tests, counted by its report. @type {(name: string, report: string, count: (json: any) => typeof total, tool: Parameters<typeof run>[0], ...args: string[]) => void} */
const suite = (name, report, count, tool, ...args) => {
  console.log(`\n── ${name}`);
  const path = `${root}/.output/${report}`;
  rmSync(path, { force: true });
  // As in CI: a missing expectation or a focused test fails instead of passing in silence.
  const ok = run(tool, args, { CHROMIUM, CI: '1' });
  const counted = existsSync(path)
    ? count(JSON.parse(readFileSync(path, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 };
  total.passed += counted.passed;
  total.skipped += counted.skipped;
  // A run that fails without a failed test (no report, a crash) is a failure too, and so is one that ran nothing.
  total.failed += counted.failed || (ok && counted.passed > 0 ? 0 : 1);
};

const started = Date.now();
check('lint and format', 'biome', 'ci', '.');
check('types', 'tsc', '--noEmit');
check('dead code', 'knip');
check('build for Chrome', 'wxt', 'build');
check('build for Firefox', 'wxt', 'build', '-b', 'firefox');
suite(
  'unit tests',
  'unit.json',
  (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests, skipped: json.numPendingTests }),
  'vitest',
  'run',
  '--config',
  'test/vitest.config.ts',
  '--reporter=dot',
  '--reporter=json',
  '--outputFile.json=.output/unit.json',
);
suite(
  'end-to-end tests',
  'e2e.json',
  ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }),
  'playwright',
  'test',
  '-c',
  'test/playwright.config.ts',
);

console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
);
process.exit(total.failed === 0 ? 0 : 1);

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What must be there before anything else can run. Plain JavaScript: it works without a single package. */

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The package each of our tools comes from. */
const PACKAGES = {
  biome: '@biomejs/biome',
  tsc: 'typescript',
  knip: 'knip',
  wxt: 'wxt',
  vitest: 'vitest',
  playwright: '@playwright/test',
};

/** Installs the packages unless what is installed is what the lock file asks for. */
export function ensurePackages() {
  if (!nodeIsNewEnough()) fail(`Node 20.19, 22.12 or newer is needed; this is ${process.versions.node}.`);
  if (!installed()) {
    console.log('Installing packages …');
    // Development packages too, whatever NODE_ENV says: they build and test.
    const npm = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    if (npm.status !== 0) fail('npm ci failed. Check the network, then run the command again.');
  }
  // Made by the install script, unless npm was told to ignore scripts.
  if (!existsSync(join(root, '.wxt', 'tsconfig.json')) && !run('wxt', ['prepare']))
    fail('wxt prepare failed.');
}

function nodeIsNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
}

function installed() {
  const listed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(listed)) return false;
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { packages: present } = JSON.parse(readFileSync(listed, 'utf8'));
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || present[path]?.version === version,
  );
}

/**
 * Runs one of the project's tools, without a shell: a path may hold spaces. Returns whether it succeeded.
 * @param {keyof typeof PACKAGES} tool
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
export function run(tool, args, env = {}) {
  const folder = join(root, 'node_modules', PACKAGES[tool]);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const script = join(folder, typeof bin === 'string' ? bin : bin[tool]);
  const result = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return result.status === 0;
}

/**
 * @param {string} reason
 * @returns {never}
 */
export function fail(reason) {
  console.error(`\n${reason}`);
  process.exit(1);
}

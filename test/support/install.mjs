import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What must be there before anything else can run. Plain JavaScript: it works without a single package. */

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Installs the packages unless what is installed is what the lock file asks for. */
export function ensurePackages() {
  if (installed()) return;
  console.log('Installing packages …');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) throw new Error('npm ci failed. Check the network, then run the command again.');
}

function installed() {
  const listed = `${root}/node_modules/.package-lock.json`;
  if (!existsSync(listed) || !existsSync(`${root}/.wxt/tsconfig.json`)) return false;
  const { packages: wanted } = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8'));
  const { packages: present } = JSON.parse(readFileSync(listed, 'utf8'));
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || present[path]?.version === version,
  );
}

/**
 * Runs one of the project's own tools. Returns whether it succeeded.
 * @param {string} tool a command in node_modules/.bin
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
export function run(tool, args, env = {}) {
  const result = spawnSync(`${root}/node_modules/.bin/${tool}`, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  });
  return result.status === 0;
}

/** @param {string} reason */
export function fail(reason) {
  console.error(`\n${reason}`);
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < 20)
  fail(`Node 20 or newer is needed; this is ${process.versions.node}.`);

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';
import { root } from './install.mjs';

/** The oldest that loads the extension: `minimum_chrome_version` in wxt.config.ts. */
const OLDEST = 140;

/**
 * A Chromium that is on this machine, or nothing.
 * Branded Chrome does not count: it no longer loads an unpacked extension from the command line.
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env['CHROMIUM'];
  if (named) return named;
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => ['chromium', 'chromium-browser'].map((name) => join(folder, name)));
  return [...onPath, chromium.executablePath()].find((path) => existsSync(path) && isNewEnough(path));
}

/** @param {string} path */
function isNewEnough(path) {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  const major = Number(/(\d+)\.\d+\.\d+/.exec(stdout ?? '')?.[1]);
  // Windows prints nothing; what Playwright brings along is new enough.
  return Number.isNaN(major) ? process.platform === 'win32' : major >= OLDEST;
}

/**
 * Finds a Chromium, or gets one: what is installed, else Debian's when root, else Playwright's own.
 * @param {(line: string) => void} say
 * @returns {string}
 */
export function ensureChromium(say) {
  const found = findChromium() ?? fromDebian(say) ?? fromPlaywright(say);
  if (found === undefined)
    throw new Error('No Chromium could be installed. Install one and name it in CHROMIUM=/path/to/chromium.');
  return found;
}

/** @param {(line: string) => void} say */
function fromDebian(say) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  say('Installing Chromium from the system packages …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'], env });
  return findChromium();
}

/** @param {(line: string) => void} say */
function fromPlaywright(say) {
  say("Installing Playwright's Chromium …");
  const cli = join(root, 'node_modules', 'playwright', 'cli.js');
  execFileSync(process.execPath, [cli, 'install', '--no-shell', 'chromium'], { stdio: 'inherit' });
  return findChromium();
}

/** Flags for a browser that opens no outside connection. */
export const quietFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

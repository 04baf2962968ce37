import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

/**
 * Finds a Chromium, or gets one: what is installed, else Debian's when root, else Playwright's own.
 * Branded Chrome does not count: it no longer loads an unpacked extension from the command line.
 * @param {(line: string) => void} say
 * @returns {string}
 */
export function ensureChromium(say) {
  const installed = findChromium();
  if (installed !== undefined) return installed;
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    say('Installing Chromium from the system packages …');
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    });
  } else {
    say("Installing Playwright's Chromium …");
    execFileSync(process.execPath, [join('node_modules', 'playwright', 'cli.js'), 'install', 'chromium'], {
      stdio: 'inherit',
    });
  }
  const found = findChromium();
  if (found === undefined)
    throw new Error('No Chromium could be installed. Install one and name it in CHROMIUM=/path/to/chromium.');
  return found;
}

function findChromium() {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => ['chromium', 'chromium-browser'].map((name) => join(folder, name)));
  return [process.env['CHROMIUM'] ?? '', ...onPath, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  );
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

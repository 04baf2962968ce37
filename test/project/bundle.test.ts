import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

/** Looks at what was built: `npm test` builds before it runs these. */
const built = (browser: string, file: string): string =>
  fileURLToPath(new URL(`../../.output/${browser}/${file}`, import.meta.url));
const manifest = (browser: string) => JSON.parse(readFileSync(built(browser, 'manifest.json'), 'utf8'));

test('the content script is under 20 kB gzipped', () => {
  const script = readFileSync(built('chrome-mv3', 'content-scripts/capture.js'));
  expect(gzipSync(script).length).toBeLessThan(20_000);
});

test.each(['chrome-mv3', 'firefox-mv3'])('%s asks for nothing beyond what the design names', (browser) => {
  const {
    manifest_version,
    permissions,
    host_permissions,
    optional_permissions,
    optional_host_permissions,
    content_scripts,
  } = manifest(browser);
  expect({
    manifest_version,
    permissions,
    host_permissions,
    optional_permissions,
    optional_host_permissions,
  }).toEqual({
    manifest_version: 3,
    permissions: ['storage', 'unlimitedStorage', 'alarms'],
    host_permissions: ['http://127.0.0.1/*', 'http://localhost/*'],
  });
  expect(content_scripts.map((script: { matches: string[] }) => script.matches)).toEqual([
    ['https://chatgpt.com/*'],
  ]);
});

test.each(['chrome-mv3', 'firefox-mv3'])('%s has its pages and icons', (browser) => {
  for (const file of ['popup.html', 'icon/16.png', 'icon/32.png', 'icon/48.png', 'icon/128.png']) {
    expect(existsSync(built(browser, file)), file).toBe(true);
  }
});

test('no bundle evaluates text as code or names an outside address', () => {
  for (const file of ['background.js', 'content-scripts/capture.js']) {
    const text = readFileSync(built('chrome-mv3', file), 'utf8');
    expect(text).not.toMatch(/\beval\(/);
    const hosts = [...text.matchAll(/https?:\/\/([\w.-]+\.\w+)/g)].map(([, host]) => host);
    expect(hosts.filter((host) => !ALLOWED_HOSTS.has(host ?? ''))).toEqual([]);
  }
});
/** The site we read, and the help pages that Dexie's error messages point to. */
const ALLOWED_HOSTS = new Set(['chatgpt.com', 'tinyurl.com', 'bit.ly']);

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sites } from '../../src/sites';

/** Looks at what was built: `npm test` builds before it runs these. */
const built = (browser: string, file: string): string =>
  fileURLToPath(new URL(`../../.output/${browser}/${file}`, import.meta.url));
const manifest = (browser: string) => JSON.parse(readFileSync(built(browser, 'manifest.json'), 'utf8'));

/** The pages that the design lets a content script run on. */
const ORIGINS = ['https://chatgpt.com/*', 'https://claude.ai/*', 'https://gemini.google.com/*'];

test('the content script is under 30 kB gzipped', () => {
  const script = readFileSync(built('chrome-mv3', 'capture.js'));
  expect(gzipSync(script).length).toBeLessThan(30_000);
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
    permissions: ['storage', 'unlimitedStorage', 'alarms', 'scripting'],
    host_permissions: [...ORIGINS, 'http://127.0.0.1/*', 'http://localhost/*'],
  });
  const matches = sites.flatMap((site) => site.matches);
  expect(content_scripts.map((script: { matches: string[] }) => script.matches)).toEqual([matches]);
  expect(matches.filter((pattern) => !ORIGINS.includes(pattern))).toEqual([]);
});

test.each(['chrome-mv3', 'firefox-mv3'])('%s has its pages and icons', (browser) => {
  for (const file of [
    'popup.html',
    'options.html',
    'icon/16.png',
    'icon/32.png',
    'icon/48.png',
    'icon/128.png',
  ]) {
    expect(existsSync(built(browser, file)), file).toBe(true);
  }
});

test.each(['chrome-mv3', 'firefox-mv3'])(
  'no script of %s evaluates text or names an address it has no reason to',
  (browser) => {
    const scripts = readdirSync(built(browser, ''), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.js'),
    );
    expect(scripts.length).toBeGreaterThan(2);
    for (const path of scripts) {
      const text = readFileSync(built(browser, path), 'utf8');
      expect(text, path).not.toMatch(/\beval\(/);
      const hosts = [...text.matchAll(/https?:\/\/([\w.-]+\.\w+)/g)].map(([, host]) => host ?? '');
      expect(
        hosts.filter((host) => !KNOWN_HOSTS.has(host)),
        path,
      ).toEqual([]);
    }
  },
);
/** The sites we read, the help pages that Dexie's errors point to, and the names of SVG and MathML. */
const KNOWN_HOSTS = new Set([
  ...sites.flatMap((site) => site.matches.map((pattern) => new URL(pattern.replace('*', '')).host)),
  'tinyurl.com',
  'bit.ly',
  'www.w3.org',
]);

import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages, root } from './install.mjs';

/** `npm run dev`: the real sites in a Chromium of its own, rebuilt as the source changes. */

ensurePackages();
const { ensureChromium } = await import('./chromium.mjs');
const browser = ensureChromium(console.log);
const build = join(root, '.output', 'chrome-mv3-dev');
rmSync(build, { recursive: true, force: true });

const server = spawn(process.execPath, [join(root, 'node_modules', 'wxt', 'bin', 'wxt.mjs')], {
  cwd: root,
  stdio: 'inherit',
});
while (!existsSync(join(build, 'manifest.json')) && server.exitCode === null)
  await new Promise((resolve) => setTimeout(resolve, 200));

// The profile is kept, so that one stays logged in to the sites.
const profile = join(root, '.output', 'dev-profile');
const flags = [
  `--user-data-dir=${profile}`,
  `--disable-extensions-except=${build}`,
  `--load-extension=${build}`,
  '--no-first-run',
];
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const window = spawn(browser, [...flags, ...asRoot, 'https://chatgpt.com/'], { stdio: 'ignore' });
window.on('exit', () => server.kill());
server.on('exit', (code) => {
  window.kill();
  process.exit(code ?? 0);
});

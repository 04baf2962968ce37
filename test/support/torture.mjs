import { ensurePackages, fail, run } from './install.mjs';

/** `npm run torture -- [seeds] [first]`: the schedules of test/e2e/torture.spec.ts, more of them or one again. */

ensurePackages();
const { ensureChromium } = await import('./chromium.mjs');
const CHROMIUM = ensureChromium(console.log);
if (!run('wxt', ['build'])) fail('The extension did not build; the reason stands above.');
const [SEEDS = '100', FIRST_SEED = '1'] = process.argv.slice(2);
const args = ['test', '-c', 'test/playwright.config.ts', 'test/e2e/torture.spec.ts'];
process.exit(run('playwright', args, { CHROMIUM, SEEDS, FIRST_SEED }) ? 0 : 1);

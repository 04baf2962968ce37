import { ensurePackages, fail, root, run } from './install.mjs';

/** `npm start`: the main job, on a machine that has only Node and npm. */

ensurePackages();
const { ensureChromium } = await import('./chromium.mjs');
process.env['CHROMIUM'] = ensureChromium(console.log);
if (!run('wxt', ['build'])) fail('The extension did not build; the reason stands above.');

const { runnerImport } = await import('vite');
const { module } = await runnerImport(`${root}/test/support/demo.ts`, {
  configFile: false,
  logLevel: 'error',
});
process.exit(await module.demo());

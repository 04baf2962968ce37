import { ensurePackages, root } from './install.mjs';

/** `npm run check:pages`: reads the saved pages of the real sites, where they are at hand. */

ensurePackages();
const { runnerImport } = await import('vite');
const { module } = await runnerImport(`${root}/test/pages/run.ts`, { configFile: false, logLevel: 'error' });
process.exit(await module.checkPages());

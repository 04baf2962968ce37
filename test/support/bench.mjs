import { ensurePackages, root } from './install.mjs';

/** `npm run bench [conversion] [page-cost]`: prints ratios measured in one run. Nothing here passes or fails. */

ensurePackages();
const { runnerImport } = await import('vite');
const { module } = await runnerImport(`${root}/test/bench/run.ts`, { configFile: false, logLevel: 'error' });
await module.bench(process.argv.slice(2));

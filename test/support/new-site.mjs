import { ensurePackages, root } from './install.mjs';

/** `npm run new-site <id> <origin>`: see CONTRIBUTING, "A site in an hour". */

ensurePackages();
const { runnerImport } = await import('vite');
const { module } = await runnerImport(`${root}/test/support/site-scaffold.ts`, {
  configFile: false,
  logLevel: 'error',
});
try {
  for (const path of module.newSite(root, process.argv[2], process.argv[3])) console.log(`wrote ${path}`);
  console.log(
    '\nPut a page of the site into the fixture, then go on with CONTRIBUTING, "A site in an hour".',
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

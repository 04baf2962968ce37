import { defineConfig } from 'wxt';
import { sites } from './src/sites';

const pages = sites.flatMap((site) => site.matches);

export default defineConfig({
  imports: false,
  manifestVersion: 3,
  // The polyfill stands behind `src/browser.ts`; removing this line removes it from every bundle.
  modules: ['@wxt-dev/webextension-polyfill'],
  manifest: ({ browser }) => ({
    name: 'Threadkeeper',
    permissions: ['storage', 'unlimitedStorage', 'alarms', 'scripting'],
    // The sites, to bring the content script into tabs that are open when the extension starts. Loopback: a Mem server
    // on this machine works without a prompt, every other one is asked for when set.
    host_permissions: [...pages, 'http://127.0.0.1/*', 'http://localhost/*'],
    content_scripts: [{ matches: pages, js: ['capture.js'], run_at: 'document_end' }],
    action: { default_title: 'Threadkeeper' },
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: 'threadkeeper@threadkeeper.invalid',
              // The first with the Navigation API, which tells of an address change before the page has swapped.
              strict_min_version: '147.0',
              data_collection_permissions: { required: ['none'] },
            },
          },
        }
      : { minimum_chrome_version: '140' }),
  }),
});

import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium, quietFlags } from './support/chromium.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const inNode = ['test/project/**/*.test.ts'];

/** Everything that needs a DOM or IndexedDB runs in a real Chromium; only tests of the project itself run in Node. */
export default defineConfig({
  root,
  test: {
    projects: [
      { root, test: { name: 'project', include: inNode, environment: 'node' as const } },
      {
        root,
        // Named, or the browser reloads in mid-test when one of them turns up.
        optimizeDeps: {
          include: ['dexie', 'zod/mini', 'wxt/browser', 'preact', 'preact/hooks', 'preact/jsx-dev-runtime'],
        },
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: inNode,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findChromium() ?? 'chromium', args: quietFlags },
            }),
            instances: [{ browser: 'chromium' as const }],
          },
        },
      },
    ],
  },
});

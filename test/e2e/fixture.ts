import { test as base } from '@playwright/test';
import { type Extension, launch } from './browser';

/** A test with a browser of its own, which is gone afterwards. */
export const test = base.extend<{ extension: Extension }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  extension: async ({}, use) => {
    const extension = await launch();
    await use(extension);
    await extension.close();
  },
});
export { expect } from '@playwright/test';

export const dialects = ['classic', 'app-shell'] as const;

/** Every generation of every site that there is a replica of. */
export const everyDialect = [...dialects, 'claude-rows', 'claude-hub', 'gemini'] as const;

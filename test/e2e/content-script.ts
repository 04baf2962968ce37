import type { Page } from '@playwright/test';
import type { Extension } from './browser';

/** Runs code where the content script runs: inside the page, but in the extension's own world. */
export async function asContentScript<T>(page: Page, extension: Extension, expression: string): Promise<T> {
  const cdp = await page.context().newCDPSession(page);
  const world = new Promise<number>((resolve) =>
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.origin.includes(extension.id)) resolve(context.id);
    }),
  );
  await cdp.send('Runtime.enable');
  const { result } = await cdp.send('Runtime.evaluate', {
    expression,
    contextId: await world,
    awaitPromise: true,
    returnByValue: true,
  });
  await cdp.detach();
  return result.value as T;
}

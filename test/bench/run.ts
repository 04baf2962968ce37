import { chromium, type Page } from '@playwright/test';
import { ensureChromium, quietFlags } from '../support/chromium.mjs';
import { benchConversion } from './run-conversion';
import { benchPageCost } from './run-page-cost';

const benches: Record<string, () => Promise<void>> = {
  conversion: () => inPage(benchConversion),
  'page-cost': benchPageCost,
};

/** Runs the benchmarks named, or all. */
export async function bench(names: readonly string[]): Promise<void> {
  for (const [name, run] of Object.entries(benches))
    if (names.length === 0 || names.includes(name)) await run();
}

/** A fresh page at a site's address. */
async function inPage(run: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    executablePath: ensureChromium(console.log),
    args: [...quietFlags, '--js-flags=--expose-gc'],
  });
  const page = await browser.newPage();
  await page.route('https://chatgpt.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><body></body>' }),
  );
  await page.goto('https://chatgpt.com/c/6b1c2d3e-0001-43ee-9a3e-0f2b9f6f1c11');
  await run(page);
  await browser.close();
}

import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { bundle } from '../support/bundle';
import { ensureChromium, quietFlags } from '../support/chromium.mjs';

declare const window: Window & { measure: (way: string, turns: number) => Promise<number>; ways: string[] };

const SIZES = [20, 200, 2_000];
const ROUNDS = 3;

/** Prints main-thread milliseconds per 1,000 streamed tokens, all ways and sizes interleaved in one run. */
export async function bench(): Promise<void> {
  const browser = await chromium.launch({ executablePath: ensureChromium(console.log), args: quietFlags });
  const page = await browser.newPage();
  await page.route('https://chatgpt.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><body></body>' }),
  );
  await page.goto('https://chatgpt.com/c/6b1c2d3e-0001-43ee-9a3e-0f2b9f6f1c11');
  await page.addScriptTag({ content: await bundle(fileURLToPath(new URL('page-cost.ts', import.meta.url))) });
  const ways = await page.evaluate(() => window.ways);
  const samples = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const turns of SIZES) {
      for (const way of ways) {
        const cost = await page.evaluate(([w, t]) => window.measure(w, t), [way, turns] as const);
        samples.set(`${way}/${turns}`, [...(samples.get(`${way}/${turns}`) ?? []), cost]);
      }
    }
  }
  await browser.close();

  const median = (way: string, turns: number): number =>
    samples.get(`${way}/${turns}`)?.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  console.log('\nMain-thread ms per 1,000 streamed tokens, medians of one run');
  console.table(
    Object.fromEntries(
      ways.map((way) => [
        way,
        {
          ...Object.fromEntries(
            SIZES.map((turns) => [`${turns} turns`, Number(median(way, turns).toFixed(2))]),
          ),
          '2,000 : 20': Number((median(way, 2_000) / median(way, 20)).toFixed(2)),
          'times ours at 2,000': Number((median(way, 2_000) / median('ours', 2_000)).toFixed(1)),
        },
      ]),
    ),
  );
}

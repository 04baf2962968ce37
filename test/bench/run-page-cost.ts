import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { bundle } from '../support/bundle';

declare const window: Window & { measure: (way: string, turns: number) => Promise<number>; ways: string[] };

const SIZES = [20, 200, 2_000];
const ROUNDS = 3;

/** Prints main-thread milliseconds per 1,000 streamed tokens, all ways and sizes interleaved in one run. */
export async function benchPageCost(page: Page): Promise<void> {
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

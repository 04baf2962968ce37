import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { bundle } from '../support/bundle';

declare const window: Window & {
  show: (site: string, html: string, invented: boolean) => { turns: number; copies: number };
  convert: (way: string) => number;
};

const ROUNDS = 9;
const WAYS = ['turndown', 'ours'] as const;
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

interface SavedPage {
  readonly group: 'fixtures' | 'real pages';
  readonly name: string;
  readonly site: string;
  readonly file: string;
}

/** The fixtures, and real pages where someone keeps some beside the project (`PAGES` names another folder). */
function savedPages(): SavedPage[] {
  const list = (folder: string): string[] =>
    existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort() : [];
  const [fixtures, real] = [path('../sites'), process.env['PAGES'] ?? path('../../../shared/pages')];
  const saved = (group: SavedPage['group'], folder: string) => (file: string) => ({
    group,
    name: file.replace(/(?:\/page)?\.html$/, ''),
    site: file.split(/[/\\]/)[0] ?? '',
    file: join(folder, file),
  });
  return [
    ...list(fixtures)
      .filter((file) => /page\.html$/.test(file))
      .map(saved('fixtures', fixtures)),
    ...list(real)
      .filter((file) => /\.html$/.test(file))
      .map(saved('real pages', real)),
  ];
}

interface Cost {
  readonly turns: number;
  readonly copies: number;
  readonly turndown: number;
  readonly ours: number;
}

/** Prints what converting whole conversations costs, ours against Turndown with GFM, interleaved in one run. */
export async function benchConversion(page: Page): Promise<void> {
  await page.addScriptTag({ content: await bundle(path('conversion.ts')) });
  const pages = savedPages();
  const costs = new Map<SavedPage, Cost>();
  for (const saved of pages) {
    const html = readFileSync(saved.file, 'utf8');
    const { turns, copies } = await page.evaluate(
      ([site, text, invented]) => window.show(site, text, invented),
      [saved.site, html, saved.group === 'fixtures'] as const,
    );
    if (turns === 0) continue;
    const samples: Record<(typeof WAYS)[number], number[]> = { turndown: [], ours: [] };
    for (let round = 0; round < ROUNDS; round++)
      for (const way of WAYS) samples[way].push(await page.evaluate((each) => window.convert(each), way));
    costs.set(saved, { turns, copies, turndown: median(samples.turndown), ours: median(samples.ours) });
  }
  console.log('\nMilliseconds to convert a conversation repeated to 10,000 elements, medians of one run');
  console.table({
    ...Object.fromEntries([...costs].map(([{ name }, cost]) => [name, row(cost)])),
    ...Object.fromEntries(
      ['fixtures', 'real pages', ''].flatMap((group) => {
        const some = [...costs].filter(([saved]) => group === '' || saved.group === group);
        return some.length === 0
          ? []
          : [
              [`all ${group}`.trim(), row(total(some.map(([, cost]) => cost)))],
              [
                `all ${group}, each page once`.replace(' ,', ','),
                row(total(some.map(([, cost]) => once(cost)))),
              ],
            ];
      }),
    ),
  });
  const without = pages.filter((saved) => !costs.has(saved)).map(({ name }) => name);
  if (without.length > 0) console.log(`Without a turn that a dialect reads: ${without.join(', ')}`);
}

const row = ({ turns, turndown, ours }: Cost) => ({
  turns,
  'Turndown + GFM': Number(turndown.toFixed(1)),
  ours: Number(ours.toFixed(1)),
  'times ours': Number((turndown / ours).toFixed(1)),
});

/** As the page stands: a long one counts for more than a few words do. */
const once = ({ turns, copies, turndown, ours }: Cost): Cost => ({
  turns: turns / copies,
  copies: 1,
  turndown: turndown / copies,
  ours: ours / copies,
});

const total = (costs: readonly Cost[]): Cost =>
  costs.reduce((sum, { turns, turndown, ours }) => ({
    turns: sum.turns + turns,
    copies: 1,
    turndown: sum.turndown + turndown,
    ours: sum.ours + ours,
  }));

const median = (samples: number[]): number =>
  samples.sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0;

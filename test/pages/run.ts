import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { sites } from '../../src/sites';
import { bundle } from '../support/bundle';
import { ensureChromium, quietFlags } from '../support/chromium.mjs';
import type { Checked } from './page';

declare const window: Window & { check: (site: string, html: string) => Checked };

/** Saved pages of the real sites, which are nobody's to pass on: they lie beside the project, not in it. */
const PAGES = fileURLToPath(new URL('../../../shared/pages', import.meta.url));
const ENOUGH = 0.99;

/** Reads every saved page and prints what was understood of it. Returns the exit code. */
export async function checkPages(): Promise<number> {
  if (!existsSync(PAGES)) {
    console.log(`There are no saved pages to check: ${PAGES} does not exist.`);
    return 0;
  }
  const browser = await chromium.launch({ executablePath: ensureChromium(console.log), args: quietFlags });
  const page = await browser.newPage();
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<body></body>' }));
  const script = await bundle(fileURLToPath(new URL('page.ts', import.meta.url)));
  const rows: Record<string, object> = {};
  let poor = 0;
  for (const site of sites) {
    const folder = join(PAGES, site.id);
    if (!existsSync(folder)) continue;
    await page.goto((site.matches[0] ?? '').replace('*', ''));
    await page.addScriptTag({ content: script });
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
      const html = readFileSync(join(folder, file), 'utf8');
      const checked = await page.evaluate(([id, text]) => window.check(id, text), [site.id, html] as const);
      if (checked.turns > 0 && checked.coverage < ENOUGH) poor++;
      rows[`${site.id}/${file.replace(/\.html$/, '')}`] = {
        dialect: checked.dialect,
        turns: checked.roles,
        coverage: checked.turns > 0 ? Number(checked.coverage.toFixed(4)) : '',
        'words as expected': wordsShared(join(folder, file.replace(/\.html$/, '.expected.md')), checked.text),
        warnings: checked.warnings.join(', '),
      };
    }
  }
  await browser.close();
  console.table(rows);
  console.log(poor === 0 ? 'Every conversation was read.' : `${poor} pages were read in part.`);
  return poor === 0 ? 0 : 1;
}

/**
 * The share of another project's words that we have too, and of ours that it has: each writes Markdown in its own
 * way and adds headings of its own, so this is for eyes to judge.
 */
function wordsShared(path: string, text: string): string {
  if (!existsSync(path)) return '';
  const [theirs, ours] = [readFileSync(path, 'utf8'), text].map(countWords);
  if (!theirs || !ours) return '';
  const share = (of: Map<string, number>, by: Map<string, number>): string => {
    let [all, found] = [0, 0];
    for (const [word, count] of of) {
      all += count;
      found += Math.min(count, by.get(word) ?? 0);
    }
    return `${((100 * found) / Math.max(all, 1)).toFixed(1)} %`;
  };
  return `${share(theirs, ours)} / ${share(ours, theirs)}`;
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const plain = text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^> \[!\w+\].*$/gm, '')
    .replace(/\]\(<?[^)>\s]+>?\)/g, ']')
    .replace(/^\[\^?\d+\]:.*$/gm, '');
  const words = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{Script=Latin}\p{N}]+|\p{L}+/gu;
  for (const word of plain.toLowerCase().match(words) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

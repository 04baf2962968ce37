import { describe, expect, test } from 'vitest';
import { mountedTurns } from '../../src/capture/mounted';
import type { Block } from '../../src/model/block';
import { siteFor, sites } from '../../src/sites';
import type { Reading } from '../../src/sites/site';

/** Every `<site>/<case>/page.html` beside this file is read and compared with its `expected.md`. */
const pages = import.meta.glob<string>('./*/*/page.html', { query: '?raw', import: 'default', eager: true });
const cases = Object.entries(pages).map(([path, html]) => ({
  name: path.split('/').slice(1, 3).join('/'),
  html,
}));

const parse = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');
const addressOf = (html: string): URL => new URL(/^<!-- (\S+) -->/.exec(html)?.[1] ?? '');

function read(
  html: string,
  url = addressOf(html),
): { head: string[]; turns: readonly Reading[]; page: Document } {
  const site = siteFor(url);
  if (!site) throw new Error(`No site for ${url.href}`);
  const page = parse(html);
  const dialect = site.dialects.find((each) => each.fits(page));
  const place = site.place(url);
  const turns = dialect ? mountedTurns(dialect).read(page).readings : [];
  const head = [
    `site: ${site.id}`,
    `dialect: ${dialect?.id ?? 'none'}`,
    `place: ${place.kind}${place.kind === 'thread' ? ` ${place.key}` : ''}`,
    `title: ${site.title(page) ?? '(none)'}`,
  ];
  return { head, turns, page };
}

function print(html: string): string {
  const { head, turns } = read(html);
  const body = turns.map((turn) => {
    const facts = [
      turn.role,
      turn.key,
      turn.model,
      turn.ordinal && `#${turn.ordinal}${turn.total ? ` of ${turn.total}` : ''}`,
      turn.branch && `branch ${turn.branch.shown} of ${turn.branch.of}`,
      turn.createdAt && new Date(turn.createdAt).toISOString(),
      `patience ${turn.patience}`,
    ];
    const notes = turn.blocks.flatMap(noteOn);
    return [`---\n${facts.filter(Boolean).join(' · ')}`, turn.markdown, notes.join('\n')]
      .filter(Boolean)
      .join('\n\n');
  });
  return `${[head.join('\n'), ...body].join('\n\n')}\n`;
}

/** What a message holds beside its text, one line each. */
function noteOn(block: Block): string[] {
  switch (block.type) {
    case 'code':
      return block.truncated ? ['(code shown in part)'] : [];
    case 'text':
    case 'math':
    case 'table':
      return [];
    default: {
      const { type, ...rest } = block;
      return [`(${type}) ${JSON.stringify(rest)}`];
    }
  }
}

test('every site has its fixtures, and every dialect is in one', () => {
  for (const site of sites) {
    const own = cases.filter(({ name }) => name.startsWith(`${site.id}/`));
    expect(own.length, site.id).toBeGreaterThanOrEqual(LARGE.has(site.id) ? 8 : 3);
    const seen = new Set(own.map(({ html }) => site.dialects.find((each) => each.fits(parse(html)))?.id));
    for (const { id } of site.dialects) expect(seen, site.id).toContain(id);
  }
});
/** The sites we promise the most for. */
const LARGE = new Set(['chatgpt', 'claude', 'gemini']);

describe.each(cases)('$name', ({ name, html }) => {
  test('reads as expected', async () => {
    await expect(print(html)).toMatchFileSnapshot(`./${name}/expected.md`);
  });

  test('keys are unique and never empty', () => {
    const keys = read(html).turns.map((turn) => turn.key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).not.toContain('');
  });

  test('reading twice gives the same and leaves the page alone', () => {
    const page = parse(html);
    const before = page.documentElement.outerHTML;
    const dialect = siteFor(addressOf(html))?.dialects.find((each) => each.fits(page));
    const [first, second] = [0, 1].map(() => dialect && mountedTurns(dialect).read(page).readings);
    expect(second).toEqual(first);
    expect(page.documentElement.outerHTML).toBe(before);
  });

  test('a page cut off anywhere is read without an error and gives no turn more', () => {
    const url = addressOf(html);
    const whole = read(html).turns.length;
    for (let cut = 0; cut < html.length; cut += 97) {
      const page = parse(html.slice(0, cut));
      const dialect = siteFor(url)?.dialects.find((each) => each.fits(page));
      const turns = dialect ? [...(dialect.scope(page)?.querySelectorAll(dialect.turn) ?? [])] : [];
      // Not through `mountedTurns`, which would swallow what a dialect throws.
      expect(turns.flatMap((turn) => dialect?.read(turn, undefined) ?? []).length).toBeLessThanOrEqual(whole);
    }
  });
});

import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { math, mathHtml } from 'micromark-extension-math';
import { describe, expect, test } from 'vitest';
import { mountedTurns } from '../../src/capture/mounted';
import { siteFor } from '../../src/sites';
import type { Dialect, Reading } from '../../src/sites/site';

/**
 * An independent renderer makes a page of what was kept; it must say what the site's page says: its words in their
 * order, its code byte for byte, its tables cell for cell, its formulas string for string.
 */
const pages = import.meta.glob<string>('./*/*/page.html', { query: '?raw', import: 'default', eager: true });

interface Case {
  readonly name: string;
  readonly element: Element;
  readonly reading: Reading;
  readonly dialect: Dialect;
}

const cases = Object.entries(pages).flatMap(([path, html]): Case[] => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const site = siteFor(new URL(/^<!-- (\S+) -->/.exec(html)?.[1] ?? ''));
  const dialect = site?.dialects.find((each) => each.fits(page));
  if (!dialect) return [];
  const entries = mountedTurns(dialect).entries(page);
  return entries.flatMap(([element, reading], i) =>
    reading
      ? [{ name: `${path.split('/').slice(1, 3).join('/')} turn ${i + 1}`, element, reading, dialect }]
      : [],
  );
});

const render = (markdown: string): Element => {
  const html = micromark(markdown, {
    allowDangerousHtml: true, // a line break in a table cell
    extensions: [gfm(), math()],
    htmlExtensions: [gfmHtml(), mathHtml({ throwOnError: false })],
  });
  return new DOMParser().parseFromString(html, 'text/html').body;
};

const CODE =
  'pre, code-block, [data-markdown-copy="code-block"], [role="group"]:has(pre), div:not(.standard-markdown):not(:has(p)):has(> div > pre)';
const MATH =
  '.katex-display, .katex, [data-math], [data-math-source], [data-markdown-copy="math"], .math-display, .math-inline, .math';
const CHROME =
  'button, svg, script, style, .sr-only, .cdk-visually-hidden, [hidden], [role="status"], mat-icon, time, a:has(img)';

/** A copy of a turn with nothing in it but its text. What an agent says outside every unit belongs to its answer. */
function textOf({ element, reading, dialect }: Case): Element {
  const { unit = '', answer = '' } = dialect.selectors;
  const exchange =
    unit && reading.role === 'assistant' && dialect.group ? element.closest(dialect.group) : null;
  const units = [...(exchange?.querySelectorAll(unit) ?? [])].filter((each) => each.querySelector(answer));
  const follows = (a: Node, b: Node) =>
    (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const owner = (part: Element) => units.find((each) => follows(part, each)) ?? units.at(-1) ?? element;
  const loose = [...(exchange?.querySelectorAll(answer) ?? [])].filter(
    (part) => !part.closest(unit) && owner(part) === element,
  );
  const parts = [...new Set([...loose, element])].sort((a, b) => (follows(a, b) ? -1 : 1));
  const copy = element.ownerDocument.createElement('div');
  copy.append(...parts.map((part) => part.cloneNode(true)));
  const gone = [CHROME, dialect.aside, dialect.selectors['reasoning'], dialect.selectors['finished']];
  for (const part of copy.querySelectorAll(gone.filter(Boolean).join(', '))) part.remove();
  return copy;
}

const all = (root: Element, selector: string): Element[] => {
  const found = [...root.querySelectorAll(selector)];
  return found.filter((each) => !found.some((other) => other !== each && other.contains(each)));
};

function wordsOf(root: Element): string[] {
  const copy = root.cloneNode(true) as Element;
  for (const part of copy.querySelectorAll(`${CODE}, ${MATH}, table`)) part.remove();
  for (const part of copy.querySelectorAll('p, li, div, h1, h2, h3, h4, h5, h6, br, td, th, blockquote')) {
    part.before(' ');
    part.after(' ');
  }
  return copy.textContent.match(/[\p{L}\p{N}]+/gu) ?? [];
}

const codeOf = (root: Element): string[] =>
  all(root, CODE).map((block) => {
    const content = block.querySelector('.cm-content') ?? block.querySelector('code') ?? block;
    const lines = [...content.querySelectorAll('.cm-line')];
    const copy = content.cloneNode(true) as Element;
    for (const br of copy.querySelectorAll('br')) br.replaceWith('\n');
    const text = lines.length > 0 ? lines.map((line) => line.textContent).join('\n') : copy.textContent;
    return text.replace(/\n$/, '');
  });

const cellsOf = (root: Element): string[][][] =>
  all(root, 'table').map((table) =>
    [...table.querySelectorAll('tr')].map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => {
        const copy = cell.cloneNode(true) as Element;
        for (const formula of copy.querySelectorAll(MATH)) formula.remove();
        for (const br of copy.querySelectorAll('br, p, li')) br.before(' ');
        return copy.textContent.replace(/\s+/g, ' ').trim();
      }),
    ),
  );

const texOf = (root: Element): string[] =>
  all(root, MATH).map((formula) =>
    (
      formula.querySelector('annotation[encoding="application/x-tex"]')?.textContent ??
      formula.getAttribute('data-math') ??
      formula.getAttribute('data-math-source') ??
      formula.getAttribute('aria-label') ??
      ''
    ).trim(),
  );

function commonLength(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const word of a) {
    const next = [0];
    for (const [j, other] of b.entries())
      next.push(word === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Prompts are kept as they were typed: they are their own rendering. */
const isTyped = ({ element, reading }: Case): boolean =>
  reading.role === 'user' &&
  element.querySelector('.whitespace-pre-wrap, .query-text-line, [data-user-message-copy]') !== null &&
  element.querySelector('[data-testid="user-message"] ul, [data-markdown-text-tone]') === null;

const typed = cases.filter(isTyped);
const rendered = cases.filter((each) => !isTyped(each));

test('there is something to try', () => {
  expect(typed.length).toBeGreaterThan(40);
  expect(rendered.length).toBeGreaterThan(40);
});

describe('a prompt is kept as it was typed', () => {
  test.each(typed)('$name', (one) => {
    const said = one.reading.markdown.replace(/!\[[^\]]*\]\([^)]*\)/g, '');
    expect(said.match(/[\p{L}\p{N}]+/gu) ?? []).toEqual(wordsOf(textOf(one)));
  });
});

describe('an answer renders to what the page shows', () => {
  test.each(rendered)('$name', (one) => {
    const page = textOf(one);
    const again = render(one.reading.markdown);
    expect(codeOf(again)).toEqual(codeOf(page));
    expect(cellsOf(again)).toEqual(cellsOf(page));
    expect(texOf(again)).toEqual(texOf(page));
    const [kept, shown] = [wordsOf(again), wordsOf(page)];
    const common = commonLength(kept, shown);
    expect(common / Math.max(shown.length, kept.length, 1), `${kept}\n${shown}`).toBeGreaterThanOrEqual(
      shown.length === 0 && kept.length === 0 ? 0 : 0.995,
    );
  });
});

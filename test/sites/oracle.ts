import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';

/**
 * What a text says, found out without our reader: in the page by the DOM alone, in the Markdown by rendering it with
 * an independent implementation. The two must agree.
 */
export interface Said {
  readonly words: readonly string[];
  readonly code: readonly string[];
  /** Rows of cells, of each table. */
  readonly tables: readonly (readonly (readonly string[])[])[];
  readonly tex: readonly string[];
}

const CODE = 'pre, [data-markdown-copy="code-block"], code-block';
const MATH = '.katex-display, .katex, [data-math], [data-math-source], [data-markdown-copy="math"]';
/** Links with a favicon: sources, which are kept apart from the text. */
const PILL = 'a:has(img:not([alt]), img[alt=""])';
const INLINE = new Set(
  'a abbr b bdi bdo cite code data del dfn em i img input ins kbd label mark q s samp small span strike strong sub sup time u var wbr'.split(
    ' ',
  ),
);

/** What a part of a page says. `aside`: what in it is no text. */
export function saidByPage(element: Element, aside: string): Said {
  const shown = element.cloneNode(true) as Element;
  for (const part of shown.querySelectorAll(`${aside}, ${PILL}`)) if (!holdsMath(part)) part.remove();
  const formulas = outermost(shown, MATH);
  const tex = formulas.map((formula) => folded(texOf(formula))).filter((each) => each !== '');
  for (const formula of formulas) formula.remove();
  return { ...saidBy(shown, CODE), tex };
}

/** What a Markdown text says to whoever renders it. */
export function saidByMarkdown(text: string): Said {
  const shown = render(text);
  // The page shows a language's name above its code; it is the first word after the fence.
  for (const code of shown.querySelectorAll('pre > code[class^="language-"]'))
    code.parentElement?.before(` ${code.className.slice('language-'.length)} `);
  const formulas = [...shown.querySelectorAll('.tex')];
  const tex = formulas.map((formula) => folded(formula.textContent));
  for (const formula of formulas) formula.remove();
  return { ...saidBy(shown, 'pre'), tex };
}

/** The page that an independent renderer makes of a text; formulas stay as they are written. */
export function render(text: string): Element {
  const html = micromark(text, {
    extensions: [gfm(), math()],
    htmlExtensions: [gfmHtml(), texHtml],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  });
  return new DOMParser().parseFromString(html, 'text/html').body;
}

const texHtml: NonNullable<NonNullable<Parameters<typeof micromark>[1]>['htmlExtensions']>[number] = {
  enter: {
    mathFlow() {
      this.lineEndingIfNeeded();
      this.tag('<div class="tex">');
    },
    mathFlowFenceMeta() {
      this.buffer();
    },
    mathText() {
      this.tag('<span class="tex">');
      this.buffer();
    },
  },
  exit: {
    mathFlow() {
      this.raw(this.encode(this.resume()));
      this.tag('</div>');
      this.setData('mathFlowOpen');
      this.setData('slurpOneLineEnding');
    },
    mathFlowFence() {
      if (this.getData('mathFlowOpen')) return;
      this.setData('mathFlowOpen', true);
      this.setData('slurpOneLineEnding', true);
      this.buffer();
    },
    mathFlowFenceMeta() {
      this.resume();
    },
    mathFlowValue(token) {
      this.raw(this.sliceSerialize(token));
    },
    mathText() {
      this.raw(this.encode(this.resume()));
      this.tag('</span>');
    },
    mathTextData(token) {
      this.raw(this.sliceSerialize(token));
    },
  },
};

function saidBy(shown: Element, codeSelector: string): Omit<Said, 'tex'> {
  const code = outermost(shown, codeSelector).map(codeOf);
  for (const each of shown.querySelectorAll('*')) {
    if (each.localName === 'br') each.replaceWith('\n');
    // Text of neighbouring blocks must not run together.
    else if (!INLINE.has(each.localName)) {
      each.before(' ');
      each.prepend(' ');
      each.append(' ');
    }
  }
  const tables = outermost(shown, 'table')
    .map((table) => [...table.querySelectorAll(ROWS)].map(cellsOf))
    .filter((rows) => rows.some((cells) => cells.length > 0));
  return { words: wordsIn(shown.textContent), code, tables };
}

/** Rows of a table, not of one inside it. */
const ROWS = ':scope > tr, :scope > * > tr';

function cellsOf(row: Element): string[] {
  const cells = [...row.querySelectorAll(':scope > th, :scope > td')].map((cell) =>
    wordsIn(cell.textContent).join(' '),
  );
  while (cells.at(-1) === '') cells.pop();
  return cells;
}

/** To TeX, all white space is the same, and a bar in a table's cell is written in letters. */
const folded = (tex: string): string =>
  tex
    .replace(/\\vert /g, '|')
    .replace(/\\Vert /g, '\\|')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Words, and each sign on its own: a source's pill leaves a space before a full stop or not. Case is not compared: a
 * language's name is kept in small letters.
 */
const wordsIn = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu) ?? [];

function codeOf(block: Element): string {
  const lines = [...block.querySelectorAll('.cm-line')];
  if (lines.length > 0) return lines.map((line) => line.textContent).join('\n');
  const code = (block.querySelector('.cm-content, code') ?? block).cloneNode(true) as Element;
  for (const br of code.querySelectorAll('br')) br.replaceWith('\n');
  return code.textContent.replace(/\n$/, '');
}

function texOf(formula: Element): string {
  const annotation = formula.querySelector('annotation[encoding="application/x-tex"]');
  if (annotation) return annotation.textContent;
  const holder = formula.matches('[data-math], [data-math-source]')
    ? formula
    : formula.querySelector('[data-math], [data-math-source]');
  return (
    (holder ?? formula).getAttribute('data-math') ??
    (holder ?? formula).getAttribute('data-math-source') ??
    formula.getAttribute('aria-label') ??
    ''
  );
}

/** A formula's drawing may be hidden from screen readers or the other way round: it is no chrome. */
const holdsMath = (part: Element): boolean => part.closest(MATH) !== null;

function outermost(root: Element, selector: string): Element[] {
  return [...root.querySelectorAll(selector)].filter(
    (element) =>
      !element.parentElement?.closest(selector) || !root.contains(element.parentElement.closest(selector)),
  );
}

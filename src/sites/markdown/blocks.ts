import { toMarkdown } from '../../model/markdown';
import { readCode } from './code';
import { BLOCKS, childrenOf, contentOf, queryAll } from './dom';
import { escapeLines } from './escape';
import { deepText, inlineChildren, inlineText } from './inline';
import { lineOf, withoutBreaks } from './line';
import { printList } from './list';
import { readMath } from './math';
import { printCell, printTable } from './table';
import { isMarked, isTooDeep, isVerbatim, type Piece, type Walk } from './walk';

export function piecesOf(parent: Element, walk: Walk, depth: number): readonly Piece[] {
  if (isTooDeep(depth)) return paragraph(inlineText(deepText(parent, walk), walk, depth), walk);
  return piecesIn(contentOf(parent), walk, depth + 1);
}

/** What stands side by side: lines, and between them what stands on its own. */
function piecesIn(content: readonly (string | Element)[], walk: Walk, depth: number): Piece[] {
  const [first] = content;
  if (content.length === 1 && typeof first === 'string')
    return paragraph(inlineText(first, walk, depth), walk);
  const pieces: Piece[] = [];
  const line = lineOf(walk.verbatim);
  const add = (more: readonly Piece[]): void => {
    for (const piece of more) pieces.push(piece);
  };
  for (const part of content) {
    const found = typeof part === 'string' ? undefined : blockPieces(part, walk, depth);
    if (found) {
      add(paragraph(line.take(), walk));
      add(found);
    } else line.add(inlineText(part, walk, depth), typeof part !== 'string');
  }
  add(paragraph(line.take(), walk));
  return pieces;
}

function paragraph(text: string, { verbatim }: Walk): Piece[] {
  const trimmed = verbatim
    ? text.trimEnd().replace(/^\n+/, '')
    : escapeLines(withoutBreaks(text).trimStart());
  return trimmed === '' ? [] : [textPiece(trimmed)];
}

const textPiece = (markdown: string): Piece => ({ block: { type: 'text', markdown } });

/** The pieces of an element that stands on its own, or nothing for one that is part of a line. */
const blockPieces = (element: Element, walk: Walk, depth: number): readonly Piece[] | undefined =>
  // How anything else is read may depend on what stands beside it.
  BLOCKS.has(element.tagName)
    ? remembered(element, walk, () => readBlock(element, walk, depth))
    : readBlock(element, walk, depth);

function remembered<P extends readonly Piece[] | undefined>(
  element: Element,
  walk: Walk,
  read: () => P,
): P | readonly Piece[] {
  const known = walk.memory?.recall(element, walk);
  if (known) return known;
  const pieces = read();
  if (pieces) walk.memory?.remember(element, walk, pieces);
  return pieces;
}

function readBlock(element: Element, walk: Walk, depth: number): readonly Piece[] | undefined {
  const { tagName } = element;
  const { rules } = walk;
  const marked = isMarked(element, walk);
  if (marked) {
    if (element.matches(rules.skip)) return BLOCKS.has(tagName) ? [] : undefined;
    if (element.matches(rules.special))
      return rules.citation && element.matches(rules.citation) ? undefined : walk.special(element, depth);
    if (element.matches(rules.code)) return [{ block: readCode(element) }];
    const formula = readMath(element);
    if (formula) return formula.display ? [{ block: { type: 'math', ...formula } }] : undefined;
  }
  if (!BLOCKS.has(tagName) && !holdsBlocks(element, walk)) return undefined;
  switch (tagName) {
    case 'TABLE':
      return tablePieces(element, walk, depth);
    case 'UL':
    case 'OL':
      return listPieces(element, walk, depth);
    case 'HR':
      return [textPiece('---')];
    case 'BLOCKQUOTE': {
      const quoted = toMarkdown(piecesOf(element, walk, depth).map(({ block }) => block));
      return quoted === '' ? [] : [textPiece(quoted.replace(/^/gm, '> ').replace(/^> $/gm, '>'))];
    }
  }
  if (/^H[1-6]$/.test(tagName)) return heading(element, walk, depth);
  return piecesOf(element, marked && isVerbatim(element, rules) ? { ...walk, verbatim: true } : walk, depth);
}

/** A `span` round blocks, or an element that HTML does not know (`code-block`), stands for what it holds. */
function holdsBlocks(element: Element, { rules }: Walk): boolean {
  const { tagName } = element;
  if (element.firstElementChild === null || tagName === 'A') return false;
  const unknown = tagName.includes('-');
  return childrenOf(element).some(
    (child) =>
      BLOCKS.has(child.tagName) || (unknown && child.tagName.includes('-') && !child.matches(rules.skip)),
  );
}

function heading(element: Element, walk: Walk, depth: number): Piece[] {
  const text = inlineChildren(element, { ...walk, verbatim: false }, depth)
    .replace(/\\?\n/g, ' ')
    .trim()
    .replace(/(^|\s)(#+)$/, '$1\\$2');
  return text === '' ? [] : [textPiece(`${'#'.repeat(Number(element.tagName[1]))} ${text}`)];
}

function listPieces(element: Element, outer: Walk, depth: number): Piece[] {
  if (isTooDeep(depth)) return paragraph(inlineText(deepText(element, outer), outer, depth), outer);
  const walk = { ...outer, verbatim: false };
  const items: (readonly Piece[])[] = [];
  let stray: (string | Element)[] = [];
  // What stands between items belongs to the one before.
  const endStray = (): void => {
    const pieces = piecesIn(stray, walk, depth + 1);
    if (pieces.length > 0) items.push([...(items.pop() ?? []), ...pieces]);
    stray = [];
  };
  for (const part of contentOf(element)) {
    if (typeof part !== 'string' && part.tagName === 'LI') {
      endStray();
      items.push(remembered(part, walk, () => piecesOf(part, walk, depth + 1)));
    } else if (typeof part !== 'string' || part.trim() !== '') stray.push(part);
  }
  endStray();
  if (items.length === 0) return [];
  const start = element.tagName === 'OL' ? Number(element.getAttribute('start') ?? 1) : undefined;
  return [{ ...textPiece(printList(items, start)), list: true }];
}

function tablePieces(element: Element, outer: Walk, depth: number): Piece[] {
  // A cell cannot hold a table, but it can hold its words.
  if (outer.cell) return paragraph(inlineText(deepText(element, outer), outer, depth), outer);
  const walk = { ...outer, verbatim: false, cell: true };
  const own = (part: Element): boolean => part.closest('table') === element;
  const rows = queryAll(element, 'tr')
    .filter(own)
    .map((row) =>
      childrenOf(row)
        .filter((cell) => /^T[HD]$/.test(cell.tagName))
        .map((cell) => printCell(piecesOf(cell, walk, depth + 1).map(({ block }) => block))),
    );
  const captions = queryAll(element, 'caption').filter(own);
  const markdown = printTable(rows);
  return [
    ...captions.flatMap((caption) => piecesOf(caption, walk, depth + 1)),
    ...(markdown === '' ? [] : [{ block: { type: 'table' as const, markdown } }]),
  ];
}

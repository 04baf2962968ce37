import type { Block } from '../../model/block';
import { toMarkdown } from '../../model/markdown';
import { readCode } from './code';
import { contentOf, listOf, outermost, queryAll } from './dom';
import { escapeLines } from './escape';
import { inlineChildren, inlineText } from './inline';
import { lineOf } from './line';
import { readMath } from './math';
import { readPart } from './parts';
import type { Rules } from './rules';
import { comeUp, goDown, isMarked, isVerbatim, type Walk, walkOf } from './walk';

const BLOCKS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DETAILS DD DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN OL P PRE SECTION SUMMARY TABLE UL'.split(
    ' ',
  ),
);

/** A part of the text. A list may follow a line without a blank one between. */
interface Piece {
  readonly block: Block;
  readonly list?: boolean;
}

/** What an element shows as typed blocks of exact Markdown. `special`: what is no plain text in it, if known. */
export function readBlocks(root: Element, rules: Rules, special?: readonly Element[]): Block[] {
  const walk = walkOf(root, rules, special);
  const lines = rules.line ? queryAll(root, rules.line) : [];
  if (lines.length > 0) {
    const typed = lines.map((line) => inlineChildren(line, walk, true).replace(/\n$/, ''));
    return [{ type: 'text', markdown: typed.join('\n').trimEnd() }];
  }
  const pieces = root.matches(rules.code)
    ? [{ block: readCode(root) }]
    : piecesOf(root, walk, isVerbatim(root, rules));
  const blocks: Block[] = [];
  let texts: string[] = [];
  const endText = (): void => {
    if (texts.length > 0) blocks.push({ type: 'text', markdown: texts.join('\n\n') });
    texts = [];
  };
  for (const { block } of pieces) {
    if (block.type === 'text') texts.push(block.markdown);
    else {
      endText();
      blocks.push(block);
    }
  }
  endText();
  return blocks;
}

/** A part that is no text, with what was thought and done in it. */
export function partBlocks(element: Element, rules: Rules): Block[] {
  return partPieces(element, rules).map(({ block }) => block);
}

function partPieces(element: Element, rules: Rules): Piece[] {
  const block = readPart(element, rules, (inside) => toMarkdown(readBlocks(inside, rules)));
  // What was thought stands among what was done, and one step may be made of others.
  const steps = [rules.reasoning, rules.tool].filter(Boolean).join(', ');
  const inner = block?.type === 'tool_call' ? outermost(queryAll(element, steps)) : [];
  return [...(block ? [{ block }] : []), ...inner.flatMap((step) => partPieces(step, rules))];
}

function piecesOf(parent: Element, walk: Walk, verbatim: boolean): Piece[] {
  if (!goDown(walk)) return paragraph(inlineText(parent.textContent, walk, verbatim), verbatim);
  return comeUp(walk, piecesIn(parent, walk, verbatim));
}

function piecesIn(parent: Element, walk: Walk, verbatim: boolean): Piece[] {
  const content = contentOf(parent);
  const [first] = content;
  if (content.length === 1 && typeof first === 'string')
    return paragraph(inlineText(first, walk, verbatim), verbatim);
  const pieces: Piece[] = [];
  const line = lineOf(verbatim);
  for (const part of content) {
    const found = typeof part === 'string' ? undefined : blockPieces(part, walk, verbatim);
    if (found) pieces.push(...paragraph(line.take(), verbatim), ...found);
    else line.add(inlineText(part, walk, verbatim), typeof part !== 'string');
  }
  pieces.push(...paragraph(line.take(), verbatim));
  return pieces;
}

function paragraph(text: string, verbatim: boolean): Piece[] {
  const trimmed = verbatim
    ? text.trimEnd().replace(/^\n+/, '')
    : escapeLines(withoutBreaks(text).trimStart());
  return trimmed === '' ? [] : [textPiece(trimmed)];
}

/** The pieces of an element that stands on its own, or nothing for one that is part of a line. */
function blockPieces(element: Element, walk: Walk, verbatim: boolean): Piece[] | undefined {
  const { tagName } = element;
  const marked = isMarked(element, walk);
  if (marked) {
    if (element.matches(walk.rules.skip)) return BLOCKS.has(tagName) ? [] : undefined;
    if (element.matches(walk.rules.special))
      return walk.rules.citation && element.matches(walk.rules.citation)
        ? undefined
        : partPieces(element, walk.rules);
    if (element.matches(walk.rules.code)) return [{ block: readCode(element) }];
    const formula = readMath(element);
    if (formula) return formula.display ? [{ block: { type: 'math', ...formula } }] : undefined;
  }
  if (!BLOCKS.has(tagName) && !holdsBlocks(element, walk)) return undefined;
  if (tagName === 'TABLE') return [{ block: { type: 'table', markdown: table(element, walk) } }];
  if (tagName === 'UL' || tagName === 'OL') return [{ ...textPiece(list(element, walk)), list: true }];
  if (tagName === 'HR') return [textPiece('---')];
  if (/^H[1-6]$/.test(tagName)) {
    const text = inlineChildren(element, walk, false).replace(/\\?\n/g, ' ').trim();
    return text === '' ? [] : [textPiece(`${'#'.repeat(Number(tagName[1]))} ${text}`)];
  }
  if (tagName === 'BLOCKQUOTE') {
    const quoted = toMarkdown(piecesOf(element, walk, verbatim).map(({ block }) => block));
    return quoted === '' ? [] : [textPiece(quoted.replace(/^/gm, '> ').replace(/^> $/gm, '>'))];
  }
  return piecesOf(element, walk, verbatim || (marked && isVerbatim(element, walk.rules)));
}

/** Elements that HTML does not know (`code-block`, `response-element`) stand for what they hold. */
const holdsBlocks = (element: Element, walk: Walk): boolean =>
  element.tagName.includes('-') &&
  listOf(element.children).some((child) =>
    child.tagName.includes('-') ? !child.matches(walk.rules.skip) : BLOCKS.has(child.tagName),
  );

/** Without the white space and line breaks that it ends in. */
function withoutBreaks(text: string): string {
  let end = text.trimEnd();
  while (end.endsWith('\\') && text[end.length] === '\n') end = end.slice(0, -1).trimEnd();
  return end;
}

const textPiece = (markdown: string): Piece => ({ block: { type: 'text', markdown } });

function list(element: Element, walk: Walk): string {
  if (!goDown(walk)) return inlineText(element.textContent, walk, false);
  return comeUp(walk, listIn(element, walk));
}

function listIn(element: Element, walk: Walk): string {
  const start = Number(element.getAttribute('start') ?? 1);
  const bodies = bodiesOf(element, walk);
  const loose = bodies.some((pieces) => pieces.filter((piece) => !piece.list).length > 1);
  return bodies
    .map((pieces, i) => {
      const marker = element.tagName === 'OL' ? `${(Number.isNaN(start) ? 1 : start) + i}. ` : '- ';
      const body = pieces.reduce((text, piece, n) => {
        const gap = n === 0 ? '' : piece.list && !loose ? '\n' : '\n\n';
        return text + gap + toMarkdown([piece.block]);
      }, '');
      return marker + body.replace(/\n(?!\n|$)/g, `\n${' '.repeat(marker.length)}`);
    })
    .join(loose ? '\n\n' : '\n');
}

/** What each item holds. A list that stands in a list without an item of its own belongs to the item before it. */
function bodiesOf(element: Element, walk: Walk): Piece[][] {
  const bodies: Piece[][] = [];
  for (const part of contentOf(element)) {
    const isItem = typeof part !== 'string' && part.tagName === 'LI';
    const pieces = isItem
      ? piecesOf(part, walk, false)
      : typeof part === 'string'
        ? paragraph(inlineText(part, walk, false), false)
        : (blockPieces(part, walk, false) ?? paragraph(inlineText(part, walk, false), false));
    const last = bodies.at(-1);
    if (!isItem && last) last.push(...pieces);
    else if (isItem || pieces.length > 0) bodies.push(pieces);
  }
  return bodies;
}

function table(element: Element, walk: Walk): string {
  const rows = queryAll(element, 'tr').map((row) =>
    listOf(row.children)
      .filter((cell) => /^T[HD]$/.test(cell.tagName))
      .map((cell) =>
        piecesOf(cell, walk, false)
          .map(({ block }) => toMarkdown([block]))
          .join('\n\n'),
      )
      .map((text) =>
        text
          .trim()
          .replace(/\|/g, '\\|')
          .replace(/\\?\n+/g, '<br>'),
      ),
  );
  const width = Math.max(0, ...rows.map((row) => row.length));
  const print = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, i) => cells[i] ?? '').join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [print(head), print(Array.from({ length: width }, () => '---')), ...body.map(print)].join('\n');
}

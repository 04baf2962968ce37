import type { Block } from '../../model/block';
import { toMarkdown } from '../../model/markdown';
import { readCode } from './code';
import { escapeLines } from './escape';
import { closeGap, inlineChildren, inlineText, isVerbatim, join } from './inline';
import { readMath } from './math';
import { isSourcePill, readPart } from './parts';
import type { Rules } from './rules';

export { asideOf, type Rules, rulesOf } from './rules';

const BLOCK =
  /^(?:ADDRESS|ARTICLE|ASIDE|BLOCKQUOTE|DETAILS|DD|DIV|DL|DT|FIGCAPTION|FIGURE|FOOTER|H[1-6]|HEADER|HR|LI|MAIN|OL|P|PRE|SECTION|SUMMARY|TABLE|UL)$/;

/** A part of the text. A list may follow a line without a blank one between. */
interface Piece {
  readonly block: Block;
  readonly list?: boolean;
}

/** Everything in a turn that its rules name, as typed blocks in the order of the page. Reads, never changes. */
export function readTurn(turn: Element, rules: Rules): Block[] {
  const roots = turn.matches(rules.text) ? [turn] : outermost(turn.querySelectorAll(rules.parts));
  const blocks = roots.flatMap((root) =>
    root.matches(rules.special) ? partPieces(root, rules).map(({ block }) => block) : readBlocks(root, rules),
  );
  const { citation = 'a[href]' } = rules;
  const pills = [...turn.querySelectorAll(`${citation}, a[href]`)].filter(
    (link) => (rules.citation !== undefined && link.matches(rules.citation)) || isSourcePill(link),
  );
  const cited = outermost(pills).flatMap((pill) => partPieces(pill, rules).map(({ block }) => block));
  return [...blocks.filter((block) => block.type !== 'citation'), ...once(cited)];
}

function outermost(elements: Iterable<Element>): Element[] {
  const roots: Element[] = [];
  for (const element of elements) if (!roots.at(-1)?.contains(element)) roots.push(element);
  return roots;
}

const once = (blocks: readonly Block[]): Block[] => [
  ...new Map(blocks.map((block) => [JSON.stringify(block), block])).values(),
];

/** What an element shows as typed blocks of exact Markdown. */
export function readBlocks(root: Element, rules: Rules): Block[] {
  const lines = rules.line ? [...root.querySelectorAll(rules.line)] : [];
  if (lines.length > 0) {
    const typed = lines.map((line) => inlineChildren(line, rules, true).replace(/\n$/, ''));
    return [{ type: 'text', markdown: typed.join('\n').trimEnd() }];
  }
  const pieces = root.matches(rules.code)
    ? [{ block: readCode(root) }]
    : piecesOf(root, rules, isVerbatim(root));
  const blocks: Block[] = [];
  for (const { block } of pieces) {
    const last = blocks.at(-1);
    if (block.type === 'text' && last?.type === 'text') {
      blocks[blocks.length - 1] = { type: 'text', markdown: `${last.markdown}\n\n${block.markdown}` };
    } else blocks.push(block);
  }
  return blocks;
}

function partPieces(element: Element, rules: Rules): Piece[] {
  const block = readPart(element, rules, (inside) => toMarkdown(readBlocks(inside, rules)));
  // What was thought stands among what was done, and one step may be made of others.
  const steps = [rules.reasoning, rules.tool].filter(Boolean).join(', ');
  const inner = block?.type === 'tool_call' ? outermost(element.querySelectorAll(steps)) : [];
  return [...(block ? [{ block }] : []), ...inner.flatMap((step) => partPieces(step, rules))];
}

function piecesOf(parent: Element, rules: Rules, verbatim: boolean): Piece[] {
  const pieces: Piece[] = [];
  let line = '';
  let dropped = false;
  const endLine = (): void => {
    const text = verbatim
      ? line.replace(/^\n+|\s+$/g, '')
      : escapeLines(line.replace(/(?:\\\n|\s)+$/, '').trimStart());
    if (text.trim() !== '') pieces.push(textPiece(text));
    line = '';
  };
  for (const node of parent.childNodes) {
    const found = node.nodeType === 1 ? blockPieces(node as Element, rules, verbatim) : undefined;
    if (found) {
      endLine();
      pieces.push(...found);
    } else {
      const text = inlineText(node, rules, verbatim);
      line = verbatim ? line + text : join(dropped ? closeGap(line, text) : line, text);
      dropped = text === '' && (dropped || node.nodeType === 1);
    }
  }
  endLine();
  return pieces;
}

/** The pieces of an element that stands on its own, or nothing for one that is part of a line. */
function blockPieces(element: Element, rules: Rules, verbatim: boolean): Piece[] | undefined {
  if (element.matches(rules.skip)) return BLOCK.test(element.tagName) ? [] : undefined;
  if (element.matches(rules.special)) {
    return rules.citation && element.matches(rules.citation) ? undefined : partPieces(element, rules);
  }
  if (element.matches(rules.code)) return [{ block: readCode(element) }];
  const formula = readMath(element);
  if (formula) return formula.display ? [{ block: { type: 'math', ...formula } }] : undefined;
  const { tagName } = element;
  if (tagName === 'TABLE') return [{ block: { type: 'table', markdown: table(element, rules) } }];
  if (tagName === 'UL' || tagName === 'OL') return [{ ...textPiece(list(element, rules)), list: true }];
  if (tagName === 'HR') return [textPiece('---')];
  if (/^H[1-6]$/.test(tagName)) {
    const text = inlineChildren(element, rules, false).replace(/\\?\n/g, ' ').trim();
    return text === '' ? [] : [textPiece(`${'#'.repeat(Number(tagName[1]))} ${text}`)];
  }
  if (tagName === 'BLOCKQUOTE') {
    const quoted = toMarkdown(piecesOf(element, rules, verbatim).map(({ block }) => block));
    return quoted === '' ? [] : [textPiece(quoted.replace(/^/gm, '> ').replace(/^> $/gm, '>'))];
  }
  // Elements that HTML does not know (`code-block`, `response-element`) stand for what they hold.
  const holds =
    BLOCK.test(tagName) ||
    (/-/.test(tagName) &&
      [...element.children].some((child) =>
        /-/.test(child.tagName) ? !child.matches(rules.skip) : BLOCK.test(child.tagName),
      ));
  return holds ? piecesOf(element, rules, verbatim || isVerbatim(element)) : undefined;
}

const textPiece = (markdown: string): Piece => ({ block: { type: 'text', markdown } });

function list(element: Element, rules: Rules): string {
  const items = [...element.children].filter((child) => child.tagName === 'LI');
  const start = Number(element.getAttribute('start') ?? 1);
  const bodies = items.map((item) => piecesOf(item, rules, false));
  const loose = bodies.some((pieces) => pieces.filter((piece) => !piece.list).length > 1);
  return items
    .map((_, i) => {
      const marker = element.tagName === 'OL' ? `${(Number.isNaN(start) ? 1 : start) + i}. ` : '- ';
      const body = (bodies[i] ?? []).reduce((text, piece, n) => {
        const gap = n === 0 ? '' : piece.list && !loose ? '\n' : '\n\n';
        return text + gap + toMarkdown([piece.block]);
      }, '');
      return marker + body.replace(/\n(?!\n|$)/g, `\n${' '.repeat(marker.length)}`);
    })
    .join(loose ? '\n\n' : '\n');
}

function table(element: Element, rules: Rules): string {
  const rows = [...element.querySelectorAll('tr')].map((row) =>
    [...row.children]
      .filter((cell) => /^T[HD]$/.test(cell.tagName))
      .map((cell) =>
        piecesOf(cell, rules, false)
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

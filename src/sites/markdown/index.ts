import type { Block } from '../../model/block';
import { toMarkdown } from '../../model/markdown';
import { piecesOf } from './blocks';
import { readCode } from './code';
import { childrenOf, outermost, queryAll } from './dom';
import { inlineChildren } from './inline';
import type { Memory } from './memory';
import { isSourcePill, readPart } from './parts';
import type { Rules } from './rules';
import { isTooDeep, type Piece, walkOf } from './walk';

export { isForm, propertyOf, queryAll } from './dom';
export { type Memory, memory } from './memory';
export { asideOf, type Rules, rulesOf } from './rules';

/**
 * Everything in a turn that its rules name, as typed blocks in the order of the page. Reads, never changes. `known`: what
 * need not be read again. `whole`: the turn is itself what holds its text.
 */
export function readTurn(turn: Element, rules: Rules, known?: Memory, whole = false): Block[] {
  const parts = whole || known ? undefined : queryAll(turn, rules.parts);
  const roots = whole ? [turn] : parts ? outermost(parts) : rootsIn(turn, rules);
  const blocks = roots.flatMap((root) =>
    root.matches(rules.special)
      ? partBlocks(root, rules, 0, known)
      : readInside(root, rules, 0, known, parts),
  );
  const pills = queryAll(turn, rules.links).filter(
    (link) => (rules.citation !== undefined && link.matches(rules.citation)) || isSourcePill(link),
  );
  const said = blocks.filter((block) => block.type !== 'citation');
  if (pills.length === 0) return said;
  const cited = outermost(pills).flatMap((pill) => partBlocks(pill, rules, 0));
  return [...said, ...once(cited)];
}

/** The outermost parts of a turn, found from above: what is inside them is not asked. Forms hide theirs. */
function rootsIn(turn: Element, rules: Rules): Element[] {
  if (turn.querySelector('form')) return outermost(queryAll(turn, rules.parts));
  const roots: Element[] = [];
  const rest = childrenOf(turn).reverse();
  for (let element = rest.pop(); element; element = rest.pop()) {
    if (element.matches(rules.parts)) roots.push(element);
    else if (element.firstElementChild) rest.push(...childrenOf(element).reverse());
  }
  return roots;
}

const once = (blocks: readonly Block[]): Block[] => [
  ...new Map(blocks.map((block) => [JSON.stringify(block), block])).values(),
];

/** What an element shows as typed blocks of exact Markdown. */
export const readBlocks = (root: Element, rules: Rules): Block[] => readInside(root, rules, 0);

/** `parts`: what in the root is something else than text, if it was looked for. */
function readInside(
  root: Element,
  rules: Rules,
  depth: number,
  known?: Memory,
  parts?: readonly Element[],
): Block[] {
  const special = (element: Element, deeper: number): Piece[] =>
    partBlocks(element, rules, deeper, known).map((block) => ({ block }));
  const walk = walkOf(root, rules, special, known, parts);
  const lines = rules.line ? queryAll(root, rules.line) : [];
  if (lines.length > 0) {
    const typed = lines.map((line) => inlineChildren(line, { ...walk, verbatim: true }, depth));
    return [
      {
        type: 'text',
        markdown: typed
          .map((text) => text.replace(/\n$/, ''))
          .join('\n')
          .trimEnd(),
      },
    ];
  }
  return root.matches(rules.code) ? [readCode(root)] : joined(piecesOf(root, walk, depth));
}

/** Texts side by side are one. */
function joined(pieces: readonly Piece[]): Block[] {
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

function partBlocks(element: Element, rules: Rules, depth: number, known?: Memory): Block[] {
  if (isTooDeep(depth)) return [];
  const inside: Block[] = [];
  const block = readPart(element, rules, (root) => {
    inside.push(...readInside(root, rules, depth + 1, known));
    return toMarkdown(inside);
  });
  // What was thought stands among what was done; each may hold the other.
  const steps = [rules.reasoning, rules.tool].filter(Boolean).join(', ');
  const inner = block?.type === 'tool_call' ? queryAll(element, steps) : [];
  return [
    ...(block ? [block] : []),
    ...inside.filter(({ type }) => type === 'reasoning' || type === 'tool_call'),
    ...outermost(inner).flatMap((step) => partBlocks(step, rules, depth + 1, known)),
  ];
}

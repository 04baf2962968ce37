import type { Block } from '../../model/block';
import { queryAll } from './dom';
import type { Memory } from './memory';
import { MARKED_TAGS, type Rules } from './rules';

/** A part of the text. A list may follow a line without a blank one between. */
export interface Piece {
  readonly block: Block;
  readonly list?: boolean;
}

/** A root that is being read. What is not marked in it is what its tag says: most elements are asked nothing else. */
export interface Walk {
  readonly rules: Rules;
  readonly marked: { has(element: Element): boolean };
  /** Reads a part that is something else than text. */
  readonly special: (element: Element, depth: number) => Piece[];
  /** Inside what is taken as it was typed. */
  readonly verbatim: boolean;
  /** Inside a link's text. */
  readonly linked: boolean;
  /** Inside a table's cell. */
  readonly cell: boolean;
  readonly memory: Memory | undefined;
}

/** No answer nests as deep as this. What does is kept as plain words: each level costs stack, and indentation. */
const DEEPEST = 100;
export const isTooDeep = (depth: number): boolean => depth > DEEPEST;

export const isMarked = (element: Element, walk: Walk): boolean =>
  walk.marked.has(element) || MARKED_TAGS.has(element.localName);

export const isVerbatim = (element: Element, { verbatim }: Rules): boolean => element.matches(verbatim);

/** `parts`: the root's special ones, if known. */
export function walkOf(
  root: Element,
  rules: Rules,
  special: Walk['special'],
  memory?: Memory,
  parts?: readonly Element[],
): Walk {
  const marked = memory ? askedOneByOne(root, rules) : foundAtOnce(root, rules, parts);
  return { rules, marked, special, verbatim: isVerbatim(root, rules), linked: false, cell: false, memory };
}

/** One query of the whole root costs a fraction of asking each of its elements … */
function foundAtOnce(
  root: Element,
  rules: Rules,
  parts: readonly Element[] = queryAll(root, rules.special),
): Walk['marked'] {
  const marked = new Set(parts);
  if (root.firstElementChild) for (const element of queryAll(root, rules.marks)) marked.add(element);
  if (rules.codeFrame && root.querySelector('pre'))
    for (const element of queryAll(root, rules.codeFrame)) marked.add(element);
  return marked;
}

/** … unless most of them are remembered. */
function askedOneByOne(root: Element, rules: Rules): Walk['marked'] {
  const any = rules.codeFrame && root.querySelector('pre') ? rules.anyFramed : rules.any;
  return { has: (element) => element.matches(any) };
}

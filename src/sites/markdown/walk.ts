import type { Block } from '../../model/block';
import { queryAll } from './dom';
import { MARKED_TAGS, type Rules } from './rules';

/** A part of the text. A list may follow a line without a blank one between. */
export interface Piece {
  readonly block: Block;
  readonly list?: boolean;
}

/** A root that is being read. What is not marked in it is what its tag says: most elements are asked nothing else. */
export interface Walk {
  readonly rules: Rules;
  readonly marked: ReadonlySet<Node>;
  /** Reads a part that is something else than text. */
  readonly special: (element: Element, depth: number) => Piece[];
  /** Inside what is taken as it was typed. */
  readonly verbatim: boolean;
  /** Inside a link's text. */
  readonly linked: boolean;
  /** Inside a table's cell. */
  readonly cell: boolean;
}

/** No answer nests as deep as this. What does is kept as plain words: each level costs stack, and indentation. */
const DEEPEST = 100;
export const isTooDeep = (depth: number): boolean => depth > DEEPEST;

export const isMarked = (element: Element, walk: Walk): boolean =>
  walk.marked.has(element) || MARKED_TAGS.has(element.localName);

export const isVerbatim = (element: Element, { verbatim }: Rules): boolean => element.matches(verbatim);

/** One query of the whole root costs a fraction of asking each of its elements. `parts`: its special ones, if known. */
export function walkOf(
  root: Element,
  rules: Rules,
  special: Walk['special'],
  parts: readonly Element[] = queryAll(root, rules.special),
): Walk {
  const marked: Set<Node> = new Set(parts);
  if (root.firstElementChild) for (const element of queryAll(root, rules.marks)) marked.add(element);
  if (rules.codeFrame && root.querySelector('pre'))
    for (const element of queryAll(root, rules.codeFrame)) marked.add(element);
  return { rules, marked, special, verbatim: isVerbatim(root, rules), linked: false, cell: false };
}

import { queryAll } from './dom';
import { MARKED_TAGS, type Rules } from './rules';

/** A root that is being read. What is not marked in it is what its tag says: most elements are asked nothing else. */
export interface Walk {
  readonly rules: Rules;
  readonly marked: ReadonlySet<Node>;
  /** How many elements deep the walk is just now. */
  level: number;
}

/** Deeper than any page that was made to be read; below it only the words count, and the stack holds. */
const DEEPEST = 300;

/** One query of the whole root costs a fraction of asking each of its elements. */
export function walkOf(root: Element, rules: Rules, special?: readonly Element[]): Walk {
  const marked: Set<Node> = new Set(special ?? queryAll(root, rules.special));
  if (root.firstElementChild) for (const element of queryAll(root, rules.marks)) marked.add(element);
  return { rules, marked, level: 0 };
}

export const isMarked = (element: Element, walk: Walk): boolean =>
  walk.marked.has(element) || MARKED_TAGS.has(element.localName);

export const isVerbatim = (element: Element, { verbatim }: Rules): boolean => element.matches(verbatim);

/** Goes one level down, if that is not too deep; whoever does must come up again. */
export function goDown(walk: Walk): boolean {
  if (walk.level >= DEEPEST) return false;
  walk.level++;
  return true;
}

export function comeUp<T>(walk: Walk, found: T): T {
  walk.level--;
  return found;
}

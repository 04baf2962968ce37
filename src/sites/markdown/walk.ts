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

/** Goes one level down, unless that is too deep: then `flat` says what is there without going in. */
export function deeper<T>(walk: Walk, go: () => T, flat: () => T): T {
  if (walk.level >= DEEPEST) return flat();
  walk.level++;
  const found = go();
  walk.level--;
  return found;
}

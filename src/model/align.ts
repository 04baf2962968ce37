import { isDerived } from './keys';
import { related, words } from './revision';
import type { Turn } from './turn';

/** A turn in its place; one that is known already needs no words. */
export interface Placed extends Partial<Pick<Turn, 'role' | 'markdown'>> {
  readonly key: string;
}
type Sequence = readonly (Placed | undefined)[];

/**
 * Finds turns again that are stored under keys of another kind: a new layout shows ids where the old one showed none,
 * or the other way round. Both lists are in reading order; `undefined` parts what is not known to be neighbours.
 * Only what is certain counts, since a second "yes" is a second message: two neighbours that say the same in both lists
 * and nowhere else, and then whatever stands next to a certain one and says something that is said only once.
 */
export function align(shown: Sequence, stored: Sequence): Map<string, string> {
  const found = new Map<string, string>();
  const anchors: [number, number][] = [];
  const places = new Map(stored.map((turn, j) => [turn?.key, j]));
  shown.forEach((turn, i) => {
    const j = turn && places.get(turn.key);
    if (j !== undefined) anchors.push([i, j]);
  });
  // A window may have a hole that nobody sees: what two pairs would put in two places is in neither for certain.
  const pairs = onceInBoth(shown, stored, pairAt).flatMap(([i, j]) => [
    [i, j] as const,
    [i + 1, j + 1] as const,
  ]);
  for (const [i, j] of pairs) {
    const sure = pairs.every(([a, b]) => (a === i) === (b === j));
    if (sure && take(shown[i], stored[j], found)) anchors.push([i, j]);
  }
  const single = new Map(onceInBoth(shown, stored, (turns, i) => nameOf(turns[i])));
  const isLast = (i: number, j: number) => i === shown.length - 1 && j === stored.length - 1;
  for (let anchor = anchors.pop(); anchor; anchor = anchors.pop()) {
    for (const step of [-1, 1]) {
      const [i, j] = [anchor[0] + step, anchor[1] + step];
      // The newest answer may have grown since it was stored.
      const sure = single.get(i) === j || isLast(i, j);
      if (sure && !found.has(shown[i]?.key ?? '') && take(shown[i], stored[j], found)) anchors.push([i, j]);
    }
  }
  return found;
}

/** Takes the two for one turn if they can be: same role, related words, keys of two kinds. */
function take(a: Placed | undefined, b: Placed | undefined, found: Map<string, string>): boolean {
  if (!a?.markdown || !b?.markdown || a.role !== b.role || isDerived(a.key) === isDerived(b.key))
    return false;
  if (!related(a.markdown, b.markdown)) return false;
  found.set(a.key, b.key);
  return true;
}

/** The places of what is said exactly once in each of two lists. */
function onceInBoth(
  shown: Sequence,
  stored: Sequence,
  name: (turns: Sequence, i: number) => string | undefined,
): [number, number][] {
  const [here, there] = [shown, stored].map((turns) => {
    const at = new Map<string, number[]>();
    turns.forEach((_, i) => {
      const key = name(turns, i);
      if (key !== undefined) at.set(key, [...(at.get(key) ?? []), i]);
    });
    return at;
  });
  return [...(here ?? [])].flatMap(([key, [i, ...more]]): [number, number][] => {
    const [j, ...others] = there?.get(key) ?? [];
    return i === undefined || j === undefined || more.length + others.length > 0 ? [] : [[i, j]];
  });
}

const nameOf = (turn: Placed | undefined): string | undefined =>
  turn?.markdown ? `${turn.role}\0${words(turn.markdown)}` : undefined;

function pairAt(turns: Sequence, i: number): string | undefined {
  const [first, second] = [nameOf(turns[i]), nameOf(turns[i + 1])];
  return first === undefined || second === undefined ? undefined : `${first}\0${second}`;
}

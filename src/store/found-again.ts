import { align, type Placed } from '../model/align';
import { isDerived } from '../model/keys';
import type { Message } from '../model/message';
import { follow, keysIn, offPath, type Window } from '../model/path';
import type { Turn } from '../model/turn';
import { messagesOf, type Store, type ThreadOrder } from './db';

/**
 * Of turns that have no row, those that are stored under keys of another kind: a layout began or ceased to show ids.
 * Asked only where that can be: the thread has rows of the other kind that nothing was joined to yet.
 */
export async function foundAgain(
  db: Store,
  turns: readonly Turn[],
  windows: readonly Window[],
  known: ThreadOrder,
): Promise<[string, Message][]> {
  const nameOf = (key: string): string => known.aliases[key] ?? key;
  const strange = new Map(turns.map((turn) => [turn.key, turn]));
  const joined = new Set(Object.values(known.aliases));
  const isOpen = (key: string): boolean =>
    !joined.has(key) && [...strange.keys()].some((other) => isDerived(other) !== isDerived(key));
  if (strange.size === 0 || !known.keys.some(isOpen)) return [];

  const stored = new Map((await messagesOf(db, known.threadId).toArray()).map((row) => [row.key, row]));
  const found = new Map<string, string>();
  for (const window of windows) {
    const here = new Set(keysIn(window).map(nameOf));
    const shown = window.map((key): Placed | undefined =>
      key ? (strange.get(key) ?? { key: nameOf(key) }) : undefined,
    );
    for (const path of pathsOf(known)) {
      // What is joined to another turn already is nobody's neighbour here, unless it stands in this window.
      const inOrder = path.map((key) => (here.has(key) || isOpen(key) ? stored.get(key) : undefined));
      for (const [key, other] of align(shown, withHoles(inOrder, known)))
        if (!found.has(key)) found.set(key, other);
    }
  }
  return [...found].flatMap(([key, other]): [string, Message][] => {
    const row = stored.get(other);
    return row ? [[key, row]] : [];
  });
}

/** The active path, then those of the alternatives: on each of them stand only neighbours. */
export function pathsOf(known: ThreadOrder): string[][] {
  const { keys } = known;
  const through = known.replaced.map((key) =>
    follow(known, { ...known, window: [key], before: keys, after: keys }),
  );
  return [known, ...through].map((paths) => {
    const off = offPath(keys, paths);
    return keys.filter((key) => !off.has(key));
  });
}

/** Parts rows that are not known to be neighbours: where an island begins, or the site's numbers leave a gap. */
function withHoles(
  rows: readonly (Message | undefined)[],
  { islands }: ThreadOrder,
): (Message | undefined)[] {
  const starts = new Set(islands);
  return rows.flatMap((row, i) => {
    const [before, here] = [rows[i - 1]?.ordinal, row?.ordinal];
    const gap = before !== undefined && here !== undefined && here !== before + 1;
    return gap || (row && starts.has(row.key)) ? [undefined, row] : [row];
  });
}

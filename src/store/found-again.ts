import { align } from '../model/align';
import { isDerived } from '../model/keys';
import type { Message } from '../model/message';
import type { Turn } from '../model/turn';
import { messagesOf, type Store, type ThreadOrder } from './db';

/**
 * Turns that are stored under keys of another kind. Asked only where there can be some: ids are shown in a thread that
 * has turns without, or a window of turns without ids has nothing in common with a thread that has them.
 */
export async function foundAgain(
  db: Store,
  turns: readonly Turn[],
  window: readonly string[],
  known: ThreadOrder,
): Promise<[string, Message][]> {
  const names = new Set(known.keys);
  const canonical = (key: string): string => known.aliases[key] ?? key;
  const strange = window.filter((key) => !names.has(canonical(key)));
  const derived = strange.every(isDerived);
  const claimed = new Set(Object.values(known.aliases));
  const open = known.keys.filter((key) => isDerived(key) !== derived && !claimed.has(key));
  if (strange.length === 0 || open.length === 0) return [];
  if (derived && strange.length < window.length) return [];
  const stored = new Map((await messagesOf(db, known.threadId).toArray()).map((row) => [row.key, row]));
  const shown = new Map(turns.map((turn) => [turn.key, turn]));
  const islands = new Set(known.islands);
  const found = align(
    window.map((key) => (names.has(canonical(key)) ? { key: canonical(key) } : shown.get(key))),
    known.keys.flatMap((key) => [...(islands.has(key) ? [undefined] : []), stored.get(key)]),
  );
  return [...found].flatMap(([key, other]): [string, Message][] => {
    const row = stored.get(other);
    return row ? [[key, row]] : [];
  });
}

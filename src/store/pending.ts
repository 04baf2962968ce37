import { isDerived, ROOT, siblingKey } from '../model/keys';
import type { Message } from '../model/message';
import { keysIn, parentsIn, type Window } from '../model/path';
import { says } from '../model/revision';
import type { Turn } from '../model/turn';
import { messagesOf, type Store, type ThreadOrder } from './db';

/**
 * Of turns that have no row, those that were seen before their key came: under the same parent a row says the same whose
 * own key was made for want of a better one. Returns that row for each of them.
 */
export async function seenPending(
  db: Store,
  strange: readonly Turn[],
  windows: readonly Window[],
  known: ThreadOrder,
): Promise<Map<string, Message>> {
  const found = new Map<string, Message>();
  const shown = new Set(windows.flatMap(keysIn));
  const asked = new Map(strange.flatMap((turn) => (shown.has(turn.key) ? [[turn.key, turn]] : [])));
  if (asked.size === 0 || !known.keys.some(isDerived)) return found;

  const parents = parentsIn(known.keys, known);
  const joined = new Set(Object.values(known.aliases));
  /** A page was gone when the id came; or the page said only later which alternative the parent is. */
  const isPassing = (key: string, { key: wanted }: Turn): boolean =>
    isDerived(wanted) ? siblingKey(key, 0) !== siblingKey(wanted, 0) : !joined.has(key);
  const rowsBelow = async (parent: string, turn: Turn): Promise<Message[]> => {
    const keys = known.keys.filter(
      (key) => isDerived(key) && parents.get(key) === parent && isPassing(key, turn),
    );
    if (keys.length === 0) return [];
    return messagesOf(db, known.threadId)
      .filter((row) => keys.includes(row.key))
      .toArray();
  };
  for (const window of windows)
    for (const [i, key] of window.entries()) {
      const turn = asked.get(key ?? '');
      // Nothing above it: where it is not the thread's first turn, none that says the same waits for its key there.
      const above = i === 0 ? ROOT : window[i - 1];
      if (!turn || above == null || found.has(turn.key)) continue;
      const parent = found.get(above)?.key ?? known.aliases[above] ?? above;
      const row = (await rowsBelow(parent, turn)).find(
        (each) =>
          each.role === turn.role &&
          says(turn.role, each.markdown, turn.markdown) &&
          ![...found.values()].includes(each),
      );
      if (row) found.set(turn.key, row);
    }
  return found;
}

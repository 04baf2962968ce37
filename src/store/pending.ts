import { isDerived, ROOT } from '../model/keys';
import type { Message } from '../model/message';
import { parentsIn, type Window } from '../model/path';
import { says } from '../model/revision';
import type { Turn } from '../model/turn';
import { messagesOf, type Store, type ThreadOrder } from './db';

/**
 * Of turns that have no row, those that were seen before their id came, by a page that was gone when it came: under the
 * same parent a row without an id says the same. Returns that row for each of them.
 */
export async function seenPending(
  db: Store,
  strange: readonly Turn[],
  windows: readonly Window[],
  known: ThreadOrder,
): Promise<Map<string, Message>> {
  const found = new Map<string, Message>();
  const joined = new Set(Object.values(known.aliases));
  const open = new Set(known.keys.filter((key) => isDerived(key) && !joined.has(key)));
  const named = new Map(strange.flatMap((turn) => (isDerived(turn.key) ? [] : [[turn.key, turn]])));
  if (open.size === 0 || named.size === 0) return found;

  const rows = await messagesOf(db, known.threadId)
    .filter((row) => open.has(row.key))
    .toArray();
  const parents = parentsIn(known.keys, known);
  for (const window of windows) {
    window.forEach((key, i) => {
      const turn = named.get(key ?? '');
      // Nothing above it: where it is not the thread's first turn, none that says the same waits for its id there.
      const above = i === 0 ? ROOT : window[i - 1];
      if (!turn || above == null || found.has(turn.key)) return;
      const parent = found.get(above)?.key ?? known.aliases[above] ?? above;
      const row = rows.find(
        (each) =>
          parents.get(each.key) === parent &&
          each.role === turn.role &&
          says(turn.role, each.markdown, turn.markdown) &&
          ![...found.values()].includes(each),
      );
      if (row) found.set(turn.key, row);
    });
  }
  return found;
}

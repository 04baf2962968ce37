import type { MessageId } from '../model/ids';
import type { Message } from '../model/message';
import { messagesOf, type Store, type ThreadOrder } from './db';

/** The order with the keys that its rows have now. */
export function renameKeys(order: ThreadOrder, renamed: ReadonlyMap<Message, string>): ThreadOrder {
  if (renamed.size === 0) return order;
  const names = new Map([...renamed].map(([row, key]) => [row.key, key]));
  const rename = (keys: readonly string[]) => keys.map((key) => names.get(key) ?? key);
  const ordinals = Object.fromEntries(
    Object.entries(order.ordinals).map(([key, n]) => [names.get(key) ?? key, n]),
  );
  return { ...order, keys: rename(order.keys), islands: rename(order.islands), ordinals };
}

/** Gives new rows their position and moves stored ones whose position changed. Returns how many were moved. */
export async function place(
  db: Store,
  before: ThreadOrder,
  order: Pick<ThreadOrder, 'keys' | 'positions'>,
  puts: Map<MessageId, Message>,
): Promise<number> {
  const position = new Map(order.keys.map((key, i) => [key, order.positions[i] ?? 0]));
  for (const [id, row] of puts) puts.set(id, { ...row, position: position.get(row.key) ?? row.position });
  if (before.keys.every((key, i) => position.get(key) === before.positions[i])) return 0;
  const rows = await messagesOf(db, before.threadId)
    .filter((row) => !puts.has(row.id) && position.has(row.key) && position.get(row.key) !== row.position)
    .toArray();
  await db.messages.bulkPut(rows.map((row) => ({ ...row, position: position.get(row.key) ?? row.position })));
  return rows.length;
}

/** Do they share a turn? */
export function overlaps(window: readonly string[], keys: readonly string[]): boolean {
  const known = new Set(keys);
  return window.some((key) => known.has(key));
}

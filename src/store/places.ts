import type { MessageId } from '../model/ids';
import type { Message } from '../model/message';
import { offPath } from '../model/path';
import { messagesOf, type Store, type ThreadOrder } from './db';

/** The order with the keys that its rows have now. */
export function renameKeys(order: ThreadOrder, renamed: ReadonlyMap<Message, string>): ThreadOrder {
  if (renamed.size === 0) return order;
  // One after the other: a row may have gone to a free key first, and two may have changed places.
  const nameOf = (key: string): string =>
    [...renamed].reduce((name, [row, next]) => (name === row.key ? next : name), key);
  const renameIn = <T>(record: Readonly<Record<string, T>>, value: (of: T) => T = (of) => of) =>
    Object.fromEntries(Object.entries(record).map(([key, of]) => [nameOf(key), value(of)]));
  return {
    ...order,
    keys: order.keys.map(nameOf),
    islands: order.islands.map(nameOf),
    ordinals: renameIn(order.ordinals),
    above: renameIn(order.above, (above) => above && { ...above, key: nameOf(above.key) }),
    replaced: order.replaced.map(nameOf),
  };
}

/**
 * Gives new rows their place, on the active path or off it, and moves stored ones whose place changed. Returns how many
 * were moved, and whether the path did.
 */
export async function place(
  db: Store,
  before: ThreadOrder,
  order: Omit<ThreadOrder, 'aliases'>,
  puts: Map<MessageId, Message>,
): Promise<{ moved: number; rerouted: boolean }> {
  const position = new Map(order.keys.map((key, i) => [key, order.positions[i] ?? 0]));
  const [wasOff, off] = [offPath(before.keys, before), offPath(order.keys, order)];
  const placed = (row: Message): Message => ({
    ...row,
    position: position.get(row.key) ?? row.position,
    active: off.has(row.key) ? 0 : 1,
  });
  for (const [id, row] of puts) puts.set(id, placed(row));
  const rerouted = off.size !== wasOff.size || [...off].some((key) => !wasOff.has(key));
  if (!rerouted && before.keys.every((key, i) => position.get(key) === before.positions[i]))
    return { moved: 0, rerouted };
  const rows = await messagesOf(db, before.threadId)
    .filter((row) => {
      const { position: at, active } = placed(row);
      return !puts.has(row.id) && position.has(row.key) && (at !== row.position || active !== row.active);
    })
    .toArray();
  await db.messages.bulkPut(rows.map(placed));
  return { moved: rows.length, rerouted };
}

/** Do they share a turn? */
export function overlaps(window: readonly string[], keys: readonly string[]): boolean {
  const known = new Set(keys);
  return window.some((key) => known.has(key));
}

import { Dexie } from 'dexie';
import { type MessageId, messageId, type ThreadId, threadId } from '../model/ids';
import { isDerived } from '../model/keys';
import type { Message, Revision } from '../model/message';
import { emptySequence, mergeWindow, type Sequence } from '../model/order';
import { follow, noPaths, offPath, type Paths } from '../model/path';
import { compare } from '../model/revision';
import type { Thread } from '../model/thread';
import type { Batch, Turn } from '../model/turn';
import { messagesOf, orderOf, type Store } from './db';
import { pathsOf } from './found-again';
import { earlier } from './row';

export const aliasOf = (site: string, key: string): string => `${site}/${key}`;

/**
 * Finds provisional threads that are this conversation: those the page itself remembers, and those left behind by
 * a page that died before the lasting id came.
 */
export async function provisionalThreads(db: Store, batch: Batch, home: ThreadId): Promise<Thread[]> {
  const { site, thread, turns } = batch;
  const named = await hashInTransaction(thread.formerKeys, (key) => threadId(site, key));
  const found = (await db.threads.bulkGet(named)).filter((row) => row !== undefined);
  if (thread.provisional || thread.asked || (await db.threads.get(home)) !== undefined) return found;
  for (const candidate of await db.threads.where('[site+provisional]').equals([site, 1]).toArray()) {
    const known = found.some((row) => row.id === candidate.id);
    if (!known && isBeginning(await messagesOf(db, candidate.id).toArray(), turns)) found.push(candidate);
  }
  return found;
}

/**
 * Are these rows the beginning of that conversation? Certain when they share a message id; also when the page died
 * before even the prompt had one, the conversation has no more than that exchange, and every row stands where a turn
 * stands that says the same.
 */
function isBeginning(rows: readonly Message[], turns: readonly Turn[]): boolean {
  const ids = new Set(
    turns.flatMap((turn) => [turn.key, ...turn.formerKeys]).filter((key) => !isDerived(key)),
  );
  if (rows.some((row) => ids.has(row.key))) return true;
  const same = (row: Message, turn: Turn) =>
    turn.formerKeys.includes(row.key) && turn.markdown === row.markdown;
  return (
    turns.length <= 2 &&
    rows.length > 0 &&
    rows.every((row) => isDerived(row.key) && turns.some((turn) => same(row, turn)))
  );
}

/** Moves a provisional thread's rows under its lasting key, so that ids never tell how a thread was first seen. */
export async function adopt(db: Store, from: Thread, to: Thread): Promise<Thread> {
  const fromOrder = await orderOf(db, from.id);
  const toOrder = await orderOf(db, to.id);
  // Two scripts, one after the other, may have seen the same beginning: the second knows its turns by their ids.
  const nameOf = (key: string): string => toOrder?.aliases[key] ?? key;
  const rows = (await messagesOf(db, from.id).toArray()).map((row) => ({ ...row, key: nameOf(row.key) }));
  const ids = await hashInTransaction(
    rows.map((row) => row.key),
    (key) => messageId(to.id, key),
  );
  const present = await db.messages.bulkGet(ids);
  const merge = (all: Sequence & Paths, keys: readonly string[]): Sequence & Paths => {
    const window = keys.map(nameOf);
    const next = mergeWindow(all, window, fromOrder?.ordinals);
    return { ...next, ...follow(all, { window, before: all.keys, after: next.keys, ...next }) };
  };
  // One path after the other, so that alternatives stay such; the active one is the last that was shown.
  const order =
    toOrder && fromOrder
      ? pathsOf(fromOrder).toReversed().reduce(merge, toOrder)
      : { ...emptySequence, ...noPaths, ...(toOrder ?? fromOrder) };
  const off = offPath(order.keys, order);
  const positions = new Map(order.keys.map((key, i) => [key, order.positions[i] ?? 0]));

  const revisions = await db.revisions.where('threadId').equals(from.id).toArray();
  await db.revisions.where('threadId').equals(from.id).delete();
  const moved: Message[] = [];
  for (const [i, row] of rows.entries()) {
    const id = ids[i];
    if (id === undefined) continue;
    const before = revisions.filter(({ messageId: of }) => of === row.id);
    const { message, said } = present[i] ? joinSaid(present[i], row, before) : { message: row, said: before };
    await db.revisions.bulkPut(said.map((each) => ({ ...each, threadId: to.id, messageId: id })));
    if (message === present[i]) continue;
    const position = positions.get(row.key) ?? row.position;
    moved.push({ ...message, id, threadId: to.id, position, active: off.has(row.key) ? 0 : 1 });
  }
  await db.messages.bulkDelete(rows.map((row) => row.id));
  await db.messages.bulkPut(moved);
  await db.orders.bulkDelete([from.id]);
  const aliases = { ...fromOrder?.aliases, ...toOrder?.aliases };
  await db.orders.put({ ...order, threadId: to.id, aliases });
  await db.threads.delete(from.id);
  return {
    ...to,
    aliases: [...new Set([...to.aliases, ...from.aliases, aliasOf(from.site, from.key)])],
    title: to.title || from.title,
    firstSeenAt: Math.min(to.firstSeenAt, from.firstSeenAt),
    ledger: to.messageCount === 0 ? from.ledger : to.ledger,
  };
}

/**
 * One message out of two rows of it: what the second said and the first does not say now comes after all that the first
 * said before. Returns the first itself where the second has nothing to add.
 */
function joinSaid(stored: Message, row: Message, before: readonly Revision[]) {
  const change = compare(stored, row);
  const added = [...before, ...(change === 'revise' ? [earlier(row, row.id)] : [])];
  const said = added.map((each, i) => ({ ...each, revision: stored.revision + i }));
  const message = change === 'grow' ? row : stored;
  const revision = stored.revision + said.length;
  return { said, message: message.revision === revision ? message : { ...message, revision } };
}

/** Hashing is no IndexedDB request: without `waitFor` the transaction would commit while it runs. */
export const hashInTransaction = <T extends ThreadId | MessageId>(
  keys: readonly string[],
  id: (key: string) => Promise<T>,
): Promise<T[]> => (keys.length === 0 ? Promise.resolve([]) : Dexie.waitFor(Promise.all(keys.map(id))));

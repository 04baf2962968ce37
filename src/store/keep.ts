import { type MessageId, messageId, type ThreadId, threadId } from '../model/ids';
import { assess } from '../model/ledger';
import { emptySequence } from '../model/order';
import { noPaths, offPath } from '../model/path';
import type { Thread } from '../model/thread';
import type { Batch } from '../model/turn';
import { adopt, aliasOf, hashInTransaction, provisionalThreads } from './adopt';
import { orderOf, type Store, type ThreadOrder } from './db';
import { type KeptTurns, keepTurns } from './keep-turns';

/**
 * Keeps one batch: thread, messages, revisions, order and ledger in one transaction. Safe to repeat: what is
 * stored already costs no write. Returns how many rows were written.
 */
export async function keep(db: Store, batch: Batch, now: number): Promise<number> {
  const home = await threadId(batch.site, batch.thread.key);
  // Hashed before the transaction, which must not wait for anything but the database; most batches need no other.
  const keys = [...new Set(batch.turns.flatMap((turn) => [turn.key, ...turn.formerKeys]))];
  const ready = new Map(
    await Promise.all(keys.map(async (key) => [key, await messageId(home, key)] as const)),
  );

  return db.transaction('rw', db.threads, db.messages, db.revisions, db.orders, async () => {
    const stored = (await threadByAlias(db, batch)) ?? (await db.threads.get(home));
    const orphans = await provisionalThreads(db, batch, home);
    if (!stored && orphans.length === 0 && batch.turns.length === 0) return 0;

    let thread = stored ?? newThread(batch, home, now);
    for (const orphan of orphans) {
      if (orphan.id !== thread.id) thread = await adopt(db, orphan, thread);
    }
    const order: ThreadOrder = {
      ...emptySequence,
      ...noPaths,
      ...((await orderOf(db, thread.id)) ?? { threadId: thread.id, aliases: {} }),
    };
    const names = [...new Set(keys.flatMap((key) => [key, order.aliases[key] ?? key]))];
    const ids = await messageIds(thread.id, names, thread.id === home ? ready : new Map());
    const kept = await keepTurns(db, batch, order, ids, now);

    const counts = kept.recount || orphans.length > 0;
    const messageCount = counts ? await countActive(db, thread.id) : thread.messageCount;
    const next = update(thread, batch, kept, messageCount, now);
    if (stored && orphans.length === 0 && kept.written === 0 && sameRow(stored, next)) return 0;
    await db.threads.put(next);
    return kept.written + 1;
  });
}

async function messageIds(
  thread: ThreadId,
  names: readonly string[],
  ready: ReadonlyMap<string, MessageId>,
): Promise<Map<string, MessageId>> {
  const missing = names.filter((key) => !ready.has(key));
  const hashed = await hashInTransaction(missing, (key) => messageId(thread, key));
  const late = new Map(missing.map((key, i) => [key, hashed[i]]));
  return new Map(
    names.flatMap((key) => {
      const id = ready.get(key) ?? late.get(key);
      return id === undefined ? [] : [[key, id] as const];
    }),
  );
}

const countActive = (db: Store, thread: ThreadId): Promise<number> =>
  db.messages.where('[threadId+active]').equals([thread, 1]).count();

/** A page may go on showing a provisional address for a thread that has long been adopted. */
const threadByAlias = async (db: Store, { site, thread }: Batch): Promise<Thread | undefined> =>
  thread.provisional ? db.threads.where('aliases').equals(aliasOf(site, thread.key)).first() : undefined;

const newThread = ({ site, thread }: Batch, id: Thread['id'], now: number): Thread => ({
  id,
  site,
  key: thread.key,
  // What was kept on request is taken for the beginning of another conversation only if its page says so.
  provisional: thread.provisional && !thread.asked ? 1 : 0,
  aliases: [],
  url: thread.url,
  title: '',
  firstSeenAt: now,
  lastSeenAt: now,
  messageCount: 0,
  // A conversation without a lasting id has only just begun: whoever sees it now sees its first turn.
  ledger: assess({ captured: 0, filled: 0, expected: undefined, watched: isWatched(thread) }, now),
});

/** Unless it was asked for later, in its middle. */
const isWatched = ({ provisional, begun, asked }: Batch['thread']): boolean =>
  begun === true || (provisional && !asked);

function update(thread: Thread, batch: Batch, kept: KeptTurns, messageCount: number, now: number): Thread {
  // Two siblings of an edit stand in one place: it is the places that must all be filled.
  const off = offPath(kept.order.keys, kept.order);
  const places = new Set(
    kept.order.keys.flatMap((key) => (off.has(key) ? [] : (kept.order.ordinals[key] ?? []))),
  );
  const stated = batch.turns.findLast((turn) => turn.total !== undefined)?.total;
  const highest = places.size > 0 ? Math.max(0, ...places) : undefined;
  // A total that the page states now beats the highest number ever seen: it falls when an early answer is retried.
  // On another path it may be that there are fewer.
  const before = kept.rerouted ? 0 : (thread.ledger.expected ?? 0);
  const expected = stated ?? (highest && Math.max(before, highest));
  // Of a branch that was longer than this one more places may be known than it has.
  const filled = [...places].filter((n) => n <= (expected ?? 0)).length;
  const watched = thread.ledger.evidence === 'watched' && kept.joined;
  const model = kept.model ?? thread.model;
  // An adopted thread's page may still report the provisional address: the lasting one stays.
  const url = batch.thread.provisional && !thread.provisional ? thread.url : batch.thread.url;
  const { drift: _, ...rest } = thread;
  return {
    ...rest,
    ...(batch.thread.drift && { drift: true }),
    url,
    title: batch.thread.title ?? thread.title,
    lastSeenAt: now,
    messageCount,
    ledger: assess({ captured: messageCount, filled, expected, watched }, now),
    ...(model !== undefined && { model }),
  };
}

const sameRow = (a: Thread, b: Thread): boolean => timeless(a) === timeless(b);
const timeless = (thread: Thread): string =>
  JSON.stringify({ ...thread, lastSeenAt: 0, ledger: { ...thread.ledger, checkedAt: 0 } });

import { Dexie } from 'dexie';
import type { MessageId } from '../model/ids';
import { isDerived } from '../model/keys';
import type { Message, Revision } from '../model/message';
import { mergeWindow } from '../model/order';
import { compare, related } from '../model/revision';
import type { Batch, Turn } from '../model/turn';
import { messagesOf, type Store, type ThreadOrder } from './db';

interface KeptTurns {
  readonly written: number;
  /** Were rows added, so that the thread must be counted anew? */
  readonly added: boolean;
  /** Does the window share a turn with what was known (or was nothing known)? Else there is a hole between. */
  readonly joined: boolean;
  readonly highestOrdinal: number | undefined;
  readonly model: string | undefined;
}

/** Writes what is new in a batch's turns into their thread. Runs inside the transaction of `keep`. */
export async function keepTurns(
  db: Store,
  batch: Batch,
  known: ThreadOrder,
  ids: ReadonlyMap<string, MessageId>,
  now: number,
): Promise<KeptTurns> {
  const { turns } = batch;
  const aliases: Record<string, string> = { ...known.aliases };
  const canonical = (key: string): string => aliases[key] ?? key;
  const names = [...ids.keys()];
  const found = await db.messages.bulkGet([...ids.values()]);
  const rows = new Map(found.flatMap((row, i) => (row ? [[names[i] ?? '', row] as const] : [])));

  const puts = new Map<MessageId, Message>();
  const revisions: Revision[] = [];
  const renamed = new Map<Message, string>();
  let added = false;
  for (const turn of turns) {
    const key = canonical(turn.key);
    const id = ids.get(key);
    if (id === undefined) continue;
    const former = rows.has(key) ? undefined : formerRow(turn, rows);
    if (former) {
      renamed.set(former, key);
      rows.delete(former.key);
    }
    for (const other of turn.formerKeys) {
      if (other === former?.key || !isDerived(other)) aliases[other] = key;
    }
    const stored = rows.get(key) ?? former;
    added ||= stored === undefined;
    const change = stored ? compare(stored, turn) : 'grow';
    if (stored && change === 'revise') revisions.push(earlier(stored, id));
    const stays = stored && (change === 'lag' || (change === 'same' && !enriches(turn, stored)));
    const row = {
      ...(stays ? stored : message(turn, stored, change === 'revise', now)),
      id,
      key,
      threadId: known.threadId,
    };
    rows.set(key, row);
    if (!stays || former) puts.set(id, row);
  }

  const before = renameKeys(known, renamed);
  const window = (batch.window ?? turns.map((turn) => turn.key)).map(canonical);
  const order = mergeWindow(before, window);
  const moved = await place(db, before, order, puts);
  const orderChanged = order !== known || JSON.stringify(aliases) !== JSON.stringify(known.aliases);
  if (orderChanged)
    await db.orders.put({ keys: order.keys, positions: order.positions, threadId: known.threadId, aliases });
  for (const [former, key] of renamed) await moveRevisions(db, former.id, ids.get(key) ?? former.id);
  await db.messages.bulkDelete([...renamed.keys()].map((row) => row.id));
  await db.revisions.bulkPut(revisions);
  await db.messages.bulkPut([...puts.values()]);

  const ordinals = turns.flatMap((turn) => turn.ordinal ?? []);
  return {
    added,
    written: puts.size + moved + (orderChanged ? 1 : 0),
    joined: known.keys.length === 0 || overlaps(window, before.keys),
    highestOrdinal: ordinals.length > 0 ? Math.max(...ordinals) : undefined,
    model: turns.findLast((turn) => turn.model !== undefined)?.model,
  };
}

/** A row under an earlier key of this turn is this turn only if its text says so too. */
const formerRow = (turn: Turn, rows: ReadonlyMap<string, Message>): Message | undefined =>
  turn.formerKeys
    .map((key) => rows.get(key))
    .find((row) => row !== undefined && row.role === turn.role && related(row.markdown, turn.markdown));

function message(turn: Turn, stored: Message | undefined, revised: boolean, now: number) {
  const { formerKeys: _, key: __, ...said } = turn;
  return {
    position: 0,
    active: 1 as const,
    firstSeenAt: now,
    revision: 1,
    ...stored,
    ...said,
    changedAt: now,
    ...(revised && { revision: (stored?.revision ?? 0) + 1 }),
  };
}

const earlier = (
  { threadId, revision, markdown, blocks, changedAt }: Message,
  messageId: MessageId,
): Revision => ({
  messageId,
  threadId,
  revision,
  markdown,
  blocks,
  seenAt: changedAt,
});

function renameKeys(order: ThreadOrder, renamed: ReadonlyMap<Message, string>): ThreadOrder {
  if (renamed.size === 0) return order;
  const names = new Map([...renamed].map(([row, key]) => [row.key, key]));
  return { ...order, keys: order.keys.map((key) => names.get(key) ?? key) };
}

async function moveRevisions(db: Store, from: MessageId, to: MessageId): Promise<void> {
  const rows = await revisionsOf(db, from).toArray();
  await revisionsOf(db, from).delete();
  await db.revisions.bulkPut(rows.map((row) => ({ ...row, messageId: to })));
}

const revisionsOf = (db: Store, id: MessageId) =>
  db.revisions.where('[messageId+revision]').between([id, Dexie.minKey], [id, Dexie.maxKey]);

/** Same words, but the page now shows more about them: a model, a place, a folded-out part. */
const enriches = (turn: Turn, stored: Message): boolean =>
  (turn.model !== undefined && turn.model !== stored.model) ||
  (turn.ordinal !== undefined && turn.ordinal !== stored.ordinal) ||
  (turn.createdAt !== undefined && turn.createdAt !== stored.createdAt) ||
  JSON.stringify(turn.blocks).length > JSON.stringify(stored.blocks).length;

function overlaps(window: readonly string[], keys: readonly string[]): boolean {
  const known = new Set(keys);
  return window.some((key) => known.has(key));
}

/** Gives new rows their position and moves stored ones whose position changed. Returns how many were moved. */
async function place(
  db: Store,
  before: ThreadOrder,
  order: Pick<ThreadOrder, 'keys' | 'positions'>,
  puts: Map<MessageId, Message>,
): Promise<number> {
  const position = new Map(order.keys.map((key, i) => [key, order.positions[i] ?? 0]));
  for (const [id, row] of puts) puts.set(id, { ...row, position: position.get(row.key) ?? row.position });
  if (order === before) return 0;
  const shifted = before.keys.filter((key, i) => position.get(key) !== before.positions[i]);
  if (shifted.length === 0) return 0;
  const rows = await messagesOf(db, before.threadId)
    .filter((row) => !puts.has(row.id) && position.get(row.key) !== row.position)
    .toArray();
  await db.messages.bulkPut(rows.map((row) => ({ ...row, position: position.get(row.key) ?? row.position })));
  return rows.length;
}

import { Dexie } from 'dexie';
import type { MessageId } from '../model/ids';
import { isDerived } from '../model/keys';
import type { Message, Revision } from '../model/message';
import { mergeWindow, type Sequence } from '../model/order';
import { compare, completesCut, related, restoreCut, restoreFolded } from '../model/revision';
import type { Batch, Turn } from '../model/turn';
import type { Store, ThreadOrder } from './db';
import { foundAgain } from './found-again';
import { overlaps, place, renameKeys } from './places';

export interface KeptTurns {
  readonly written: number;
  /** Were rows added, so that the thread must be counted anew? */
  readonly added: boolean;
  /**
   * Does the window share a turn with what was known, and show none before its first (or was nothing known)? Else
   * there is a hole somewhere.
   */
  readonly joined: boolean;
  readonly order: ThreadOrder;
  readonly model: string | undefined;
}

/** An answer that was last written to so long ago is not being written any more, whatever text it ended with. */
const ABANDONED = 60_000;

/** Writes what is new in a batch's turns into their thread. Runs inside the transaction of `keep`. */
export async function keepTurns(
  db: Store,
  { turns, windows }: Batch,
  known: ThreadOrder,
  hashed: ReadonlyMap<string, MessageId>,
  now: number,
): Promise<KeptTurns> {
  const aliases: Record<string, string> = { ...known.aliases };
  const ids = new Map(hashed);
  const names = [...ids.keys()];
  const found = await db.messages.bulkGet([...ids.values()]);
  const rows = new Map(found.flatMap((row, i) => (row ? [[names[i] ?? '', row] as const] : [])));
  const strange = turns.filter((turn) => !rows.has(aliases[turn.key] ?? turn.key) && !formerRow(turn, rows));
  for (const [key, row] of await foundAgain(db, strange, windows, known)) {
    aliases[key] = row.key;
    rows.set(row.key, row);
    ids.set(row.key, row.id);
  }
  const puts = new Map<MessageId, Message>();
  const revisions: Revision[] = [];
  const renamed = new Map<Message, string>();
  let added = false;

  for (const turn of turns) {
    const key = canonicalKey(turn, aliases, rows);
    const id = ids.get(key);
    if (id === undefined) continue;
    const former = rows.has(key) ? undefined : formerRow(turn, rows);
    if (former) {
      renamed.set(former, key);
      rows.delete(former.key);
      puts.delete(former.id);
    }
    for (const other of turn.formerKeys) {
      if (other !== key && (other === former?.key || !isDerived(other))) aliases[other] = key;
    }
    const stored = rows.get(key) ?? former;
    added ||= stored === undefined;
    const next = stored ? update(stored, turn, now) : { row: newRow(turn, now), revised: false };
    if (stored && next.revised) revisions.push(earlier(stored, id));
    const row = { ...next.row, id, key, threadId: known.threadId };
    rows.set(key, row);
    if (next.row !== stored || former) puts.set(id, row);
  }

  const before = renameKeys(known, renamed);
  const shown = windows.map((window) => window.map((key) => aliases[key] ?? key));
  const ordinals = Object.fromEntries(
    [...rows.values()].flatMap(({ key, ordinal }) => (ordinal ? [[key, ordinal]] : [])),
  );
  let order = shown.reduce((all, window) => mergeWindow(all, window, ordinals), before as Sequence);
  // A turn outside every window (its window came in another part of the batch) stands apart until one shows it.
  const placed = new Set(order.keys);
  for (const key of rows.keys()) if (!placed.has(key)) order = mergeWindow(order, [key], ordinals);
  const moved = await place(db, before, order, puts);
  const next: ThreadOrder = { ...order, threadId: known.threadId, aliases };
  const orderChanged =
    order !== known || Object.keys(aliases).some((key) => aliases[key] !== known.aliases[key]);
  if (orderChanged) await db.orders.put(next);
  for (const [former, key] of renamed) await moveRevisions(db, former.id, ids.get(key) ?? former.id);
  await db.messages.bulkDelete([...renamed.keys()].map((row) => row.id));
  await db.revisions.bulkPut(revisions);
  await db.messages.bulkPut([...puts.values()]);
  return {
    added,
    written: puts.size + moved + (orderChanged ? 1 : 0),
    joined:
      known.keys.length === 0 ||
      (shown.every((window) => overlaps(window, before.keys)) && next.keys[0] === before.keys[0]),
    order: next,
    model: turns.findLast((turn) => turn.model !== undefined)?.model,
  };
}

/** A derived key is taken by whatever stands in its place: an alias of one holds only for the same text. */
function canonicalKey(
  turn: Turn,
  aliases: Record<string, string>,
  rows: ReadonlyMap<string, Message>,
): string {
  const alias = aliases[turn.key];
  if (alias === undefined) return turn.key;
  const row = rows.get(alias);
  if (!isDerived(turn.key) || (row && isSame(row, turn))) return alias;
  delete aliases[turn.key];
  return turn.key;
}

/** A row under an earlier key of this turn is this turn only if its text says so too. */
const formerRow = (turn: Turn, rows: ReadonlyMap<string, Message>): Message | undefined =>
  turn.formerKeys.map((key) => rows.get(key)).find((row) => row !== undefined && isSame(row, turn));

/** Nothing said yet is the beginning of anything, but a finished picture or report is no beginning of a text. */
const isSame = (row: Message, turn: Turn): boolean =>
  row.role === turn.role &&
  related(row.markdown, turn.markdown) &&
  (row.markdown !== '' || turn.markdown === '' || row.state === 'streaming' || row.blocks.length === 0);

/** The row as it is to be: the same object when nothing about it changed. */
function update(stored: Message, shown: Turn, now: number): { row: Message; revised: boolean } {
  const turn = restoreFolded(restoreCut(shown, stored.blocks), stored.blocks);
  const change = completesCut(turn, stored.blocks) ? 'grow' : compare(stored, turn);
  if (change === 'lag') {
    const abandoned =
      stored.state === 'streaming' && turn.state === 'final' && now - stored.changedAt > ABANDONED;
    return { row: abandoned ? { ...stored, state: 'final', changedAt: now } : stored, revised: false };
  }
  if (change === 'same' && !enriches(turn, stored)) return { row: stored, revised: false };
  const revised = change === 'revise';
  const { formerKeys: _, total: __, ...said } = turn;
  const state = change === 'same' ? stored.state : turn.state;
  return {
    row: { ...stored, ...said, state, changedAt: now, revision: stored.revision + (revised ? 1 : 0) },
    revised,
  };
}

function newRow({ formerKeys: _, total: __, ...said }: Turn, now: number): Omit<Message, 'id' | 'threadId'> {
  return { position: 0, active: 1, firstSeenAt: now, changedAt: now, revision: 1, ...said };
}

/** Same words, but the page now shows more about them: a model, a place, a folded-out part. */
const enriches = (turn: Turn, stored: Message): boolean =>
  (turn.model !== undefined && turn.model !== stored.model) ||
  (turn.ordinal !== undefined && turn.ordinal !== stored.ordinal) ||
  (turn.createdAt !== undefined && turn.createdAt !== stored.createdAt) ||
  (turn.branch !== undefined && JSON.stringify(turn.branch) !== JSON.stringify(stored.branch)) ||
  JSON.stringify(turn.blocks).length > JSON.stringify(stored.blocks).length;

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

async function moveRevisions(db: Store, from: MessageId, to: MessageId): Promise<void> {
  const all = db.revisions.where('[messageId+revision]').between([from, Dexie.minKey], [from, Dexie.maxKey]);
  const rows = await all.toArray();
  await db.revisions.bulkDelete(rows.map((row) => [row.messageId, row.revision]));
  await db.revisions.bulkPut(rows.map((row) => ({ ...row, messageId: to })));
}

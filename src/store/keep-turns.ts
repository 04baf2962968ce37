import { Dexie } from 'dexie';
import type { MessageId } from '../model/ids';
import { ROOT } from '../model/keys';
import { mergeWindow } from '../model/order';
import { follow, keysIn, parentsIn, type Window } from '../model/path';
import type { Batch } from '../model/turn';
import type { Store, ThreadOrder } from './db';
import { overlaps, place, renameKeys } from './places';
import { rowsFor } from './rows-for';
import { takeTurns } from './take-turns';

export interface KeptTurns {
  readonly written: number;
  /** Were rows added, or others put on the active path, so that the thread must be counted anew? */
  readonly recount: boolean;
  /** Is another path active than before? */
  readonly rerouted: boolean;
  /**
   * Does the window share a turn with what was known, and show none before its first (or was nothing known)? Else
   * there is a hole somewhere.
   */
  readonly joined: boolean;
  readonly order: ThreadOrder;
  readonly model: string | undefined;
}

/** Writes what is new in a batch's turns into their thread. Runs inside the transaction of `keep`. */
export async function keepTurns(
  db: Store,
  batch: Batch,
  known: ThreadOrder,
  hashed: ReadonlyMap<string, MessageId>,
  now: number,
): Promise<KeptTurns> {
  const { thread, windows } = batch;
  const found = await rowsFor(db, batch, known, hashed);
  const { puts, revisions, renamed, passing, added } = await takeTurns(found, windows, known, now);
  const { turns, rows, ids, aliases } = found;

  const before = renameKeys(known, renamed);
  const shown = windows.map((window): Window => window.map((key) => (key ? (aliases[key] ?? key) : key)));
  // Of a chat that was seen to begin, the first window shows the first turn.
  const begun = known.keys.length === 0 && (thread.provisional || thread.begun === true);
  if (begun && shown[0]) shown[0] = [ROOT, ...shown[0]];
  const ordinals = Object.fromEntries(
    [...rows.values()].flatMap(({ key, ordinal }) => (ordinal ? [[key, ordinal]] : [])),
  );
  const inWindow = new Set(shown.flatMap(keysIn));
  // An alternative takes its place in the window told last, which does not change with it.
  const retaken = turns.filter(({ key }) => aliases[key] !== known.aliases[key]);
  const parents = retaken.length > 0 ? parentsIn(before.keys, before) : new Map<string, string>();
  const taken = retaken.flatMap(({ key }): Window[] => {
    const other = aliases[key] ?? key;
    const parent = parents.get(key);
    return parent === undefined || inWindow.has(other) ? [] : [[parent, other]];
  });
  // A turn outside every window (its window came in another part of the batch) stands apart until one shows it.
  const placed = new Set([...before.keys, ...inWindow, ...taken.flatMap(keysIn)]);
  const apart = [...rows.keys()].filter((key) => !placed.has(key));
  const order = [...shown, ...taken, ...apart.map((key) => [key])].reduce(
    (all, window) => withWindow(all, window, ordinals),
    before,
  );
  const { moved, rerouted } = await place(db, before, order, puts);
  for (const name of passing) delete aliases[name];
  const next: ThreadOrder = { ...order, aliases };
  const orderChanged = !sameOrder(order, known) || !sameAliases(aliases, known.aliases);
  if (orderChanged) await db.orders.put(next);
  for (const [former, key] of renamed) await moveRevisions(db, former.id, ids.get(key) ?? former.id);
  await db.messages.bulkDelete([...renamed.keys()].map((row) => row.id));
  await db.revisions.bulkPut(revisions);
  await db.messages.bulkPut([...puts.values()]);
  return {
    recount: added || rerouted,
    rerouted,
    written: puts.size + moved + (orderChanged ? 1 : 0),
    joined:
      known.keys.length === 0 ||
      (shown.every((window) => overlaps(keysIn(window), before.keys)) && next.keys[0] === before.keys[0]),
    order: next,
    model: turns.findLast((turn) => turn.model !== undefined)?.model,
  };
}

const sameAliases = (a: ThreadOrder['aliases'], b: ThreadOrder['aliases']): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((key) => a[key] === b[key]);

/** Windows of two branches, told again, lead away and back. */
const sameOrder = (a: ThreadOrder, b: ThreadOrder): boolean => {
  const text = ({ keys, positions, islands, ordinals, above, replaced }: ThreadOrder): string =>
    JSON.stringify([
      keys,
      positions,
      islands,
      Object.entries(ordinals).sort(),
      Object.entries(above).sort(),
      replaced,
    ]);
  return a === b || (a.keys.length === b.keys.length && text(a) === text(b));
};

/** The order and the paths with a window taken in: the same object when it told nothing new. */
function withWindow(
  all: ThreadOrder,
  window: Window,
  ordinals: Readonly<Record<string, number>>,
): ThreadOrder {
  const next = mergeWindow(all, keysIn(window), ordinals);
  const { above, replaced } = follow(all, { window, before: all.keys, after: next.keys, ...next });
  const same =
    next === all && JSON.stringify([above, replaced]) === JSON.stringify([all.above, all.replaced]);
  return same ? all : { ...all, ...next, above, replaced };
}

async function moveRevisions(db: Store, from: MessageId, to: MessageId): Promise<void> {
  const all = db.revisions.where('[messageId+revision]').between([from, Dexie.minKey], [from, Dexie.maxKey]);
  const rows = await all.toArray();
  await db.revisions.bulkDelete(rows.map((row) => [row.messageId, row.revision]));
  await db.revisions.bulkPut(rows.map((row) => ({ ...row, messageId: to })));
}

import { type MessageId, messageId } from '../model/ids';
import type { Message } from '../model/message';
import type { Batch, Turn } from '../model/turn';
import { hashInTransaction } from './adopt';
import type { Store, ThreadOrder } from './db';
import { foundAgain } from './found-again';
import { seenPending } from './pending';
import { formerRow } from './row-key';
import { displaced, loadMates } from './stated';

/** What is stored of a batch's turns, under whatever key; whoever writes them keeps it up to date. */
export interface RowsFor {
  /** The turns, with the keys of rows that were found to be theirs. */
  readonly turns: readonly Turn[];
  readonly rows: Map<string, Message>;
  readonly ids: Map<string, MessageId>;
  /** Brings in the id of another key, and its row if there is one. */
  readonly load: (key: string) => Promise<void>;
  readonly aliases: Record<string, string>;
  /** Rows that have to go to another key, which they have in `rows` already. */
  readonly moved: ReadonlyMap<Message, string>;
}

/** Finds the rows of a batch's turns. Runs inside the transaction of `keep`. */
export async function rowsFor(
  db: Store,
  { turns: shown, windows }: Batch,
  known: ThreadOrder,
  hashed: ReadonlyMap<string, MessageId>,
): Promise<RowsFor> {
  const aliases: Record<string, string> = { ...known.aliases };
  const ids = new Map(hashed);
  const rows = new Map<string, Message>();
  const add = (row: Message): void => {
    rows.set(row.key, row);
    ids.set(row.key, row.id);
  };
  const names = [...hashed.keys()];
  const found = await db.messages.bulkGet([...hashed.values()]);
  for (const [i, row] of found.entries()) if (row) rows.set(names[i] ?? '', row);

  const strange = shown.filter(
    (turn) => !rows.has(aliases[turn.key] ?? turn.key) && !formerRow(turn, { aliases, rows }),
  );
  for (const [key, row] of await foundAgain(db, strange, windows, known)) {
    aliases[key] = row.key;
    add(row);
  }
  const unfound = strange.filter(({ key }) => aliases[key] === undefined);
  const pending = await seenPending(db, unfound, windows, known);
  for (const row of pending.values()) add(row);
  const turns = shown.map((turn) => {
    const before = pending.get(turn.key)?.key;
    return before === undefined ? turn : { ...turn, formerKeys: [...turn.formerKeys, before] };
  });
  const load = async (key: string): Promise<void> => {
    const [id] = await hashInTransaction([key], (each) => messageId(known.threadId, each));
    if (id === undefined) return;
    ids.set(key, id);
    const row = await db.messages.get(id);
    if (row) rows.set(key, row);
  };
  for (const row of await loadMates(db, turns, rows, known)) add(row);
  const moved = new Map<Message, string>();
  for (const [row, key, id] of await displaced(turns, rows, known)) {
    moved.set(row, key);
    rows.delete(row.key);
    add({ ...row, key, id });
  }
  return { turns, rows, ids, load, aliases, moved };
}

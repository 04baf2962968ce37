import type { MessageId } from '../model/ids';
import { isDerived } from '../model/keys';
import type { Message, Revision } from '../model/message';
import { parentsIn, type Window } from '../model/path';
import type { ThreadOrder } from './db';
import { earlier, newRow, update } from './row';
import { formerRow, rowKey } from './row-key';
import type { RowsFor } from './rows-for';
import { keptBefore, passingNames } from './stated';

/** What is to be written for a batch's turns. */
export interface Taken {
  readonly puts: Map<MessageId, Message>;
  readonly revisions: readonly Revision[];
  /** Rows that go to another key. */
  readonly renamed: ReadonlyMap<Message, string>;
  /** Names that do not outlast the batch: they are those of other turns again. */
  readonly passing: readonly string[];
  readonly added: boolean;
}

/** Takes each turn into its row, and notes in `rows` and `aliases` which row that is. */
export async function takeTurns(
  { turns, rows, ids, load, aliases, moved }: RowsFor,
  windows: readonly Window[],
  known: ThreadOrder,
  now: number,
): Promise<Taken> {
  const puts = new Map<MessageId, Message>();
  const revisions: Revision[] = [];
  const renamed = new Map(moved);
  let added = false;
  const put = (row: Message): void => {
    rows.set(row.key, row);
    puts.set(row.id, row);
  };
  for (const key of moved.values()) {
    const row = rows.get(key);
    if (row) put(row);
  }
  const stated = new Map(turns.flatMap((turn) => (turn.branch ? [[turn.key, turn]] : [])));
  const isAnswered = (key: string): boolean =>
    [...parentsIn(known.keys, known).values()].includes(key) ||
    windows.some((window) => window.some((below, i) => below && window[i - 1] === key));
  for (const turn of turns) {
    let key = rowKey(turn, { aliases, rows, stated });
    // Alternatives are rows that nobody asked for yet.
    for (; !ids.has(key); key = rowKey(turn, { aliases, rows, stated })) await load(key);
    if (key !== turn.key) aliases[turn.key] = key;
    else delete aliases[turn.key];
    const id = ids.get(key);
    if (id === undefined) continue;
    const { restored, former: late } = keptBefore(turn, rows, isAnswered, now);
    if (restored) put(restored);
    const former = rows.has(key) ? undefined : (formerRow(turn, { aliases, rows }) ?? late);
    if (former) {
      renamed.set(former, key);
      for (const [other, of] of Object.entries(aliases)) if (of === former.key) aliases[other] = key;
      rows.delete(former.key);
      puts.delete(former.id);
    }
    for (const other of [...turn.formerKeys, ...(late ? [late.key] : [])]) {
      if (other !== key && (other === former?.key || !isDerived(other))) aliases[other] = key;
    }
    const stored = rows.get(key) ?? former;
    added ||= stored === undefined;
    const next = stored ? update(stored, turn, now) : { row: newRow(turn, now), revised: false };
    if (stored && next.revised) revisions.push(earlier(stored, id));
    const row = { ...next.row, id, key, threadId: known.threadId };
    if (next.row !== stored || former) put(row);
    else rows.set(key, row);
  }
  const passing = turns.flatMap((turn) => passingNames(turn, aliases));
  return { puts, revisions, renamed, passing, added };
}

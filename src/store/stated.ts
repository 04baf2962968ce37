import { type MessageId, messageId } from '../model/ids';
import { isDerived, siblingKey } from '../model/keys';
import type { Message } from '../model/message';
import { resembles, says, words } from '../model/revision';
import type { Turn } from '../model/turn';
import { hashInTransaction } from './adopt';
import { messagesOf, type Store, type ThreadOrder } from './db';
import { wasOutgrown } from './row';

/**
 * A page without ids says which of several alternatives it shows, but some time after it shows it. Until then its words
 * were kept where the first one stands, or under a number that was only expected; from then on the page is right.
 */

type Rows = ReadonlyMap<string, Message>;

/** Are they keys of alternatives to each other? */
const areMates = (a: string, b: string): boolean =>
  a !== b && isDerived(a) && isDerived(b) && siblingKey(a, 0) === siblingKey(b, 0);

/** Was the row's number only expected? Of the first one it is known, unless another took its place. */
const isExpected = ({ key, branch }: Message): boolean => branch === undefined && key !== siblingKey(key, 0);

const isStated = (turn: Turn): boolean => turn.branch !== undefined && isDerived(turn.key);

/** The rows of alternatives to turns of which the page now says which they are, if their own are not known. */
export async function loadMates(
  db: Store,
  turns: readonly Turn[],
  rows: Rows,
  { threadId, keys }: ThreadOrder,
): Promise<Message[]> {
  const stated = turns.filter((turn) => isStated(turn) && isDoubtful(turn, rows.get(turn.key)));
  const mates = new Set(
    stated.flatMap((turn) => keys.filter((key) => areMates(key, turn.key) && !rows.has(key))),
  );
  if (mates.size === 0) return [];
  return messagesOf(db, threadId)
    .filter((row) => mates.has(row.key))
    .toArray();
}

const isDoubtful = (turn: Turn, row: Message | undefined): boolean =>
  row === undefined || (isExpected(row) && row.state === 'final' && !isSaidBy(row, turn));

/** Perhaps rendered differently since. */
const isSaidBy = (row: Message, { role, markdown }: Turn): boolean =>
  row.role === role && (says(role, row.markdown, markdown) || resembles(row.markdown, markdown));

/** Rows that stand under a number of which the page now says that another turn has it, and the keys they go to. */
export async function displaced(
  turns: readonly Turn[],
  rows: Rows,
  { threadId, keys }: ThreadOrder,
): Promise<[row: Message, key: string, id: MessageId][]> {
  const gone = turns.filter(isStated).flatMap((turn) => {
    const row = rows.get(turn.key);
    return row && isDoubtful(turn, row) ? [row] : [];
  });
  if (gone.length === 0) return [];
  const taken = new Set([...keys, ...rows.keys(), ...turns.map(({ key }) => key)]);
  const free = gone.map((row) => {
    let sibling = 1;
    while (taken.has(siblingKey(row.key, sibling))) sibling++;
    taken.add(siblingKey(row.key, sibling));
    return siblingKey(row.key, sibling);
  });
  const ids = await hashInTransaction(free, (key) => messageId(threadId, key));
  return gone.flatMap((row, i): [Message, string, MessageId][] => {
    const [key, id] = [free[i], ids[i]];
    return key === undefined || id === undefined ? [] : [[row, key, id]];
  });
}

/**
 * Where a turn's words were kept until the page said which alternative it is. `former`: in a row that is none but this
 * turn. `restored`: in the row of another one, which it held the whole of; that row as it was.
 */
export function keptBefore(
  turn: Turn,
  rows: Rows,
  isAnswered: (key: string) => boolean,
  now: number,
): { restored?: Message; former?: Message } {
  if (!isStated(turn) || rows.has(turn.key)) return {};
  const mates = [...rows.values()].filter(
    (row) => areMates(row.key, turn.key) && row.role === turn.role && row.markdown !== '',
  );
  const expected = mates.find((row) => isExpected(row) && isSaidBy(row, turn));
  if (expected && !wasOutgrown(expected, now)) return { former: expected };
  const said = words(turn.markdown);
  const begins = ({ markdown }: { markdown: string }): boolean => said.startsWith(words(markdown));
  const grown = mates.find(
    // Half-written, a link or a formula is not yet the beginning of what it becomes.
    (row) => wasOutgrown(row, now) && (begins(row) || (row.state === 'streaming' && begins(row.outgrew))),
  );
  if (grown?.outgrew) {
    const { outgrew, ...row } = grown;
    return { restored: { ...row, markdown: outgrew.markdown, blocks: outgrew.blocks, state: 'final' } };
  }
  const isPassing = (row: Message): boolean =>
    row.role === 'user' ? now - row.firstSeenAt < PASSING && !isAnswered(row.key) : row.state === 'streaming';
  const former = mates.find((row) => row.branch === undefined && begins(row) && isPassing(row));
  return former ? { former } : {};
}

/** So long, at most, a prompt stands in the place of another one before the page says that there are two. */
const PASSING = 10_000;

/** Names that a turn had until the page said which alternative it is: they are another one's again. */
export const passingNames = (turn: Turn, aliases: Readonly<Record<string, string>>): string[] =>
  isStated(turn)
    ? Object.keys(aliases).filter((name) => aliases[name] === turn.key && areMates(name, turn.key))
    : [];

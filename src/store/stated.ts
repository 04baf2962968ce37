import { type MessageId, messageId } from '../model/ids';
import { isDerived, siblingKey } from '../model/keys';
import type { Message } from '../model/message';
import { parentsIn } from '../model/path';
import { says, words } from '../model/revision';
import type { Turn } from '../model/turn';
import { hashInTransaction } from './adopt';
import { messagesOf, type Store, type ThreadOrder } from './db';

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
  row === undefined || (isExpected(row) && !says(turn.role, row.markdown, turn.markdown));

/** Rows that stand under a number of which the page now says that another turn has it, and the keys they go to. */
export async function displaced(
  turns: readonly Turn[],
  rows: Rows,
  { threadId, keys }: ThreadOrder,
): Promise<[row: Message, key: string, id: MessageId][]> {
  const taken = new Set([...keys, ...rows.keys(), ...turns.map(({ key }) => key)]);
  const gone = turns.filter(isStated).flatMap((turn) => {
    const row = rows.get(turn.key);
    return row && isDoubtful(turn, row) ? [row] : [];
  });
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
 * Where a turn's words were kept until the page said which alternative it is. `restored`: in the row of another one,
 * which it held the whole of; that row as it was. `former`: in a row that is none but this turn.
 */
export function keptBefore(
  turn: Turn,
  rows: Rows,
  known: ThreadOrder,
  now: number,
): { restored?: Message; former?: Message } {
  if (!isStated(turn) || rows.has(turn.key)) return {};
  const said = words(turn.markdown);
  const mates = [...rows.values()].filter(
    (row) => areMates(row.key, turn.key) && row.role === turn.role && row.markdown !== '',
  );
  const begun = mates.filter((row) => said.startsWith(words(row.markdown)));
  const grown = begun.find((row) => row.outgrew !== undefined);
  if (grown) {
    const { outgrew, ...row } = grown;
    return { restored: { ...row, ...outgrew, state: 'final' } };
  }
  const former = begun.find(
    (row) =>
      says(turn.role, row.markdown, turn.markdown) &&
      (isExpected(row) || (row.branch === undefined && isPassing(row, known, now))),
  );
  return former ? { former } : {};
}

/** Nothing but the beginning of an answer, or a prompt that has none and was just seen: it stands for itself no longer. */
const isPassing = (row: Message, known: ThreadOrder, now: number): boolean =>
  row.role === 'user'
    ? now - row.firstSeenAt < PASSING && ![...parentsIn(known.keys, known).values()].includes(row.key)
    : row.state === 'streaming';
/** So long, at most, a prompt stands in the place of another one before the page says that there are two. */
const PASSING = 10_000;

/** Names that a turn had until the page said which alternative it is: they are another one's again. */
export const passingNames = (turn: Turn, aliases: Readonly<Record<string, string>>): string[] =>
  isStated(turn)
    ? Object.keys(aliases).filter((name) => aliases[name] === turn.key && areMates(name, turn.key))
    : [];

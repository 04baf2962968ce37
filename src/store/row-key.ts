import { draftKey, isDerived, siblingKey } from '../model/keys';
import type { Message } from '../model/message';
import { compare, related, resembles, says } from '../model/revision';
import type { Turn } from '../model/turn';

interface Known {
  /** `aliases[other] = key` */
  readonly aliases: Readonly<Record<string, string>>;
  readonly rows: ReadonlyMap<string, Message>;
  /** Turns of which the page says which alternative they are, by key: their places are not free. */
  readonly stated?: ReadonlyMap<string, Turn>;
}

/** The key of the row that a turn belongs to: its own, one that it is known by as well, or that of an alternative. */
export function rowKey(turn: Turn, known: Known): string {
  const key = canonicalKey(turn, known);
  const stored = known.rows.get(key);
  if (!stored) return key;
  const { draft } = turn;
  if (draft !== undefined && stored.draft !== undefined && stored.draft !== draft)
    return draftKey(turn.key, draft);
  return retriedKey(turn, stored, known) ?? key;
}

/** A derived key is taken by whatever stands in its place: an alias of one holds only for the same text. */
function canonicalKey(turn: Turn, { aliases, rows }: Known): string {
  const alias = aliases[turn.key];
  if (alias === undefined) return turn.key;
  // What the page says of alternatives is right.
  if (turn.branch && isDerived(turn.key) && isDerived(alias)) return turn.key;
  const row = rows.get(alias);
  if (isDerived(turn.key))
    return row && isSame(row, turn) && says(turn.role, row.markdown, turn.markdown) ? alias : turn.key;
  const isDraft = turn.draft !== undefined && alias.startsWith(draftKey(turn.key, ''));
  return isDraft && row?.draft !== turn.draft ? turn.key : alias;
}

/**
 * A page without ids shows its pager only when a retried answer is finished, or an edited prompt was received. Until then
 * it stands in the place of the first one, and is told from it by its words: what was said there does not change. A prompt
 * may come from a page that has not heard of the one in its place.
 */
function retriedKey(turn: Turn, stored: Message, { rows, stated }: Known): string | undefined {
  if (!isDerived(turn.key) || turn.branch !== undefined) return undefined;
  const begins = turn.anew === true || turn.role === 'user' || turn.state === 'streaming';
  if (stored.state !== 'final' || compare(stored, turn) !== 'revise') return undefined;
  let sibling = 0;
  for (;;) {
    const key = siblingKey(turn.key, sibling);
    const other = stated?.get(key) ?? rows.get(key);
    if (!other) break;
    if (sibling > 0 && says(turn.role, other.markdown, turn.markdown)) return key;
    sibling = Math.max(sibling + 1, other.branch?.of ?? 1);
  }
  // What a page shows that was just opened may be rendered differently now, and its newest answer passes for one being
  // written. Of a prompt that was seen to take the place of another it is sure, be it but a slip mended.
  const sure = turn.anew === true && turn.role === 'user';
  const rendered = !sure && resembles(stored.markdown, turn.markdown);
  return begins && !rendered ? siblingKey(turn.key, sibling) : undefined;
}

/** A row under an earlier key of this turn is this turn only if its text says so too. */
export const formerRow = (turn: Turn, { aliases, rows }: Known): Message | undefined =>
  turn.formerKeys
    .flatMap((key) => [aliases[key] ?? key, key])
    // Under a lasting id an alternative is kept by itself.
    .filter((key) => turn.formerKeys.includes(key) || isDerived(key))
    .map((key) => rows.get(key))
    .find((row) => row !== undefined && isSame(row, turn));

/** Nothing said yet is the beginning of anything, but a finished picture or report is no beginning of a text. */
const isSame = (row: Message, turn: Turn): boolean =>
  row.role === turn.role &&
  related(row.markdown, turn.markdown) &&
  (row.markdown !== '' || turn.markdown === '' || row.state === 'streaming' || row.blocks.length === 0);

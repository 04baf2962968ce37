import type { MessageId } from '../model/ids';
import { isDerived } from '../model/keys';
import type { Message, Revision } from '../model/message';
import { type Change, compare, completesCut, restoreCut, restoreFolded, words } from '../model/revision';
import type { Turn } from '../model/turn';

/** An answer that was last written to so long ago is not being written any more, whatever text it ended with. */
const ABANDONED = 60_000;

/** The row as it is to be: the same object when nothing about it changed. */
export function update(stored: Message, shown: Turn, now: number): { row: Message; revised: boolean } {
  const turn = restoreFolded(restoreCut(shown, stored.blocks), stored.blocks);
  const change =
    completesCut(turn, stored.blocks) || isAsBefore(stored, turn) ? 'grow' : compare(stored, turn);
  if (change === 'lag') {
    const abandoned =
      stored.state === 'streaming' && turn.state === 'final' && now - stored.changedAt > ABANDONED;
    return { row: abandoned ? { ...stored, state: 'final', changedAt: now } : stored, revised: false };
  }
  if (change === 'same' && !enriches(turn, stored)) return { row: stored, revised: false };
  const revised = change === 'revise';
  const { formerKeys: _, total: __, anew: ___, ...said } = turn;
  const state = change === 'same' ? stored.state : turn.state;
  const { outgrew: ____, ...before } = stored;
  const outgrew = turn.branch ? undefined : outgrown(stored, turn, change, now);
  const next = { ...before, ...(outgrew && { outgrew }), ...said, state, changedAt: now };
  return {
    row: { ...next, revision: stored.revision + (revised ? 1 : 0) },
    revised,
  };
}

/** For so long another answer may be written over one before its page says so. */
const WRITTEN_OVER = 600_000;

type Outgrown = Message & { outgrew: NonNullable<Message['outgrew']> };

/** Did it seem finished, and go on, not long ago? */
export const wasOutgrown = (row: Message, now: number): row is Outgrown =>
  row.outgrew !== undefined && now - row.outgrew.at < WRITTEN_OVER;

/**
 * What an answer said that seemed finished, if it goes on now in a place where its page may be about to say that it is
 * another one. The first of such texts: that other one may seem finished too before it is.
 */
function outgrown(stored: Message, turn: Turn, change: Change, now: number): Message['outgrew'] {
  if (wasOutgrown(stored, now)) return stored.outgrew;
  const goesOn =
    change === 'grow' &&
    stored.state === 'final' &&
    isDerived(stored.key) &&
    words(stored.markdown) !== words(turn.markdown);
  return goesOn ? { markdown: stored.markdown, blocks: stored.blocks, at: now } : undefined;
}

/** Does its page show again what it said before another answer was written over it? */
const isAsBefore = (stored: Message, turn: Turn): boolean =>
  turn.branch !== undefined &&
  stored.outgrew !== undefined &&
  words(stored.outgrew.markdown) === words(turn.markdown);

export function newRow(
  { formerKeys: _, total: __, anew: ___, ...said }: Turn,
  now: number,
): Omit<Message, 'id' | 'threadId'> {
  return { position: 0, active: 1, firstSeenAt: now, changedAt: now, revision: 1, ...said };
}

/** Same words, but the page now shows more about them: a model, a place, a draft's id, a folded-out part. */
const enriches = (turn: Turn, stored: Message): boolean =>
  (turn.model !== undefined && turn.model !== stored.model) ||
  (turn.ordinal !== undefined && turn.ordinal !== stored.ordinal) ||
  (turn.draft !== undefined && turn.draft !== stored.draft) ||
  (turn.createdAt !== undefined && turn.createdAt !== stored.createdAt) ||
  (turn.branch !== undefined && JSON.stringify(turn.branch) !== JSON.stringify(stored.branch)) ||
  JSON.stringify(turn.blocks).length > JSON.stringify(stored.blocks).length;

export const earlier = (
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

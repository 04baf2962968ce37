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
  const change = completesCut(turn, stored.blocks) ? 'grow' : compare(stored, turn);
  if (change === 'lag') {
    const abandoned =
      stored.state === 'streaming' && turn.state === 'final' && now - stored.changedAt > ABANDONED;
    return { row: abandoned ? { ...stored, state: 'final', changedAt: now } : stored, revised: false };
  }
  if (change === 'same' && !enriches(turn, stored)) return { row: stored, revised: false };
  const revised = change === 'revise';
  const { formerKeys: _, total: __, anew: ___, ...said } = turn;
  const state = change === 'same' ? stored.state : turn.state;
  const { outgrew, ...before } = stored;
  const then = goesOn(stored, turn, change) ? { markdown: stored.markdown, blocks: stored.blocks } : outgrew;
  return {
    row: {
      ...before,
      ...(then && !turn.branch && { outgrew: then }),
      ...said,
      state,
      changedAt: now,
      revision: stored.revision + (revised ? 1 : 0),
    },
    revised,
  };
}

/** Does an answer that seemed finished go on, in a place where its page may be about to say that it is another one? */
const goesOn = (stored: Message, turn: Turn, change: Change): boolean =>
  change === 'grow' &&
  stored.state === 'final' &&
  isDerived(stored.key) &&
  words(stored.markdown) !== words(turn.markdown);

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

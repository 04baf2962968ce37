import type { Turn } from '../model/turn';
import type { Reading } from '../sites/site';

/** A turn's text and since when it has stood still. */
export interface Stillness {
  readonly text: string;
  readonly since: number;
}

/** With better signs of its end than this no one waits any longer for a text to go on. */
const DOUBTFUL = 5_000;

/** Does the page itself call it finished, however short a time ago? */
export const seemsFinished = ({ patience }: Reading): boolean => patience < DOUBTFUL;

/**
 * Is the turn finished? A turn with another one after it is; the newest one is when its text has stood still for
 * as long as the dialect's signs ask. A wrong guess heals: the turn is sent again when its text grows.
 */
export function settle(
  reading: Reading,
  before: Stillness | undefined,
  newest: boolean,
  now: number,
): { state: Turn['state']; still: Stillness } {
  const still = before?.text === reading.markdown ? before : { text: reading.markdown, since: now };
  const state = !newest || now - still.since >= reading.patience ? 'final' : 'streaming';
  return { state, still };
}

/** The turn as it is sent, or nothing for an answer of which no word has been written yet. */
export function toTurn(
  { patience: _, row: __, ...reading }: Reading,
  state: Turn['state'],
  anew: boolean,
): Turn | undefined {
  if (state === 'streaming' && reading.markdown === '') return undefined;
  const [formerKeys, blocks] = [[...reading.formerKeys], [...reading.blocks]];
  return { ...reading, formerKeys, blocks, state, ...(anew && { anew }) };
}

import { isDerived } from '../../model/keys';
import type { Drift } from '../../model/status';
import type { Dialect, Reading } from '../site';
import { coverageOf, type Measure } from './coverage';

/** One turn's element with what was read of it and how much of what it shows that is. */
export interface Examined {
  readonly element: Element;
  readonly reading: Reading | undefined;
  readonly measure: Measure;
}

export interface Health {
  readonly coverage: number;
  /** Letters that the conversation's area shows. */
  readonly shown: number;
  readonly drift?: Drift;
}

/** Less than this share of the whole, or of one turn, is not the odd label that a site adds. */
const ENOUGH = 0.97;
const ENOUGH_OF_A_TURN = 0.8;
/** Letters below which a share says nothing: a clock, a label. */
const FEW = 24;
/** Letters above which a page without a turn is more than a message that nothing was found. */
export const MANY = 200;
const MEDIA = 'img, video, audio, canvas, iframe, object, embed';

/** Does the dialect still explain the page? Asked only when nothing is being written. */
export function judge(turns: readonly Examined[], outside: Measure, dialect: Dialect): Health {
  const coverage = coverageOf([...turns.map(({ measure }) => measure), outside]);
  const shown = turns.reduce((sum, { measure }) => sum + measure.shown, outside.shown);
  const drift = shown > FEW ? driftIn(turns, dialect, coverage) : undefined;
  return { coverage, shown, ...(drift && { drift }) };
}

function driftIn(
  turns: readonly Examined[],
  { ids, together }: Dialect,
  coverage: number,
): Drift | undefined {
  const read = turns.flatMap(({ reading }) => reading ?? []);
  if (read.length === 0) return 'unread';
  const unread = turns.some(
    ({ measure }) => measure.shown > FEW && measure.read / measure.shown < ENOUGH_OF_A_TURN,
  );
  if (unread || coverage < ENOUGH) return 'text';
  // The newest prompt and answer may still wait for theirs.
  const unnamed = read.filter(({ key }) => isDerived(key)).length;
  if (ids && unnamed > read.length / 2) return 'ids';
  if (turns.some((turn) => isUnmarked(turn, together))) return 'marks';
  return turns.some(isUnknown) ? 'empty' : undefined;
}

/** It shows something, and nothing was read of it. */
const isUnknown = ({ element, reading }: Examined): boolean =>
  !reading?.blocks.length && element.querySelector(MEDIA) !== null;

/** Something stands alone that always stood in something else: the page calls that by another name now. */
const isUnmarked = ({ element }: Examined, together: Dialect['together'] = []): boolean =>
  together.some(([part, whole]) =>
    [...element.querySelectorAll(part)].some((found) => found.closest(whole) === null),
  );

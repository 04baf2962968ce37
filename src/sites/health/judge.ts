import { isDerived } from '../../model/keys';
import type { Drift } from '../../model/status';
import type { Dialect, Reading } from '../site';
import { coverageOf, type Measure } from './coverage';

/** One turn's element with what was read of it and how much of what it shows that is. */
export interface Examined {
  readonly element: Element;
  readonly reading: Reading | undefined;
  readonly measure: Measure;
  /** Does something stand alone in it that always stood in something else? */
  readonly unmarked: boolean;
}

export interface Health {
  readonly coverage: number;
  /** Letters that the conversation's area shows. */
  readonly shown: number;
  readonly drift?: Drift;
}

/** Less than this share of what a conversation shows is not the odd label that a site adds. */
const ENOUGH = 0.97;
/** Letters of one turn that nobody has read: more than a label, however long the conversation is. */
const MISSED = 16;
/** Letters of a turn that may be a label, when nothing else was read of it. */
const LABEL = 3;
/** Letters below which a page says nothing. */
const FEW = 24;
/** Letters above which a page without a turn is more than a message that nothing was found, if it is of a known kind … */
export const SOME = 80;
/** … and if it is not. */
export const MANY = 200;
const MEDIA = 'img, video, audio, canvas, iframe, object, embed';

/** Does the dialect still explain the page? Asked only when nothing is being written. */
export function judge(
  turns: readonly Examined[],
  outside: Pick<Examined, 'measure' | 'unmarked'>,
  dialect: Dialect,
): Health {
  const coverage = coverageOf([...turns.map(({ measure }) => measure), outside.measure]);
  const shown = turns.reduce((sum, { measure }) => sum + measure.shown, outside.measure.shown);
  const drift =
    outside.unmarked || turns.some(({ unmarked }) => unmarked)
      ? 'marks'
      : shown > FEW
        ? driftIn(turns, dialect, coverage, shown * (1 - coverage))
        : undefined;
  return { coverage, shown, ...(drift && { drift }) };
}

function driftIn(
  turns: readonly Examined[],
  { ids }: Dialect,
  coverage: number,
  unread: number,
): Drift | undefined {
  const read = turns.flatMap(({ reading }) => reading ?? []);
  if (read.length === 0) return 'unread';
  const missed = turns.some(
    ({ element, reading, measure }) =>
      measure.shown - measure.read > MISSED ||
      (measure.read === 0 && measure.shown > LABEL) ||
      (!reading && element.textContent.trim() !== ''),
  );
  // One side alone is half a conversation.
  const oneSided = new Set(read.map(({ role }) => role)).size === 1;
  if (missed || (coverage < ENOUGH && (unread > MISSED || oneSided))) return 'text';
  if (ids && ROLES.some((role) => lostIds(read, role))) return 'ids';
  return turns.some(isUnknown) ? 'empty' : undefined;
}

const ROLES = ['user', 'assistant'] as const;

/** One answer may be without an id (an image, a step); not everything that one side has said. */
function lostIds(turns: readonly Reading[], role: (typeof ROLES)[number]): boolean {
  const said = turns.filter(
    (turn) => turn.role === role && turn.blocks.some(({ type }) => type === 'text' || type === 'code'),
  );
  return said.length > 0 && said.every(({ key }) => isDerived(key));
}

/** It shows something, and nothing was read of it. */
const isUnknown = ({ element, reading }: Examined): boolean =>
  !reading?.blocks.length && element.querySelector(MEDIA) !== null;

/**
 * Something stands alone that always stood in something else: the page calls that by another name now. `beside`: what is
 * in such an element is not asked.
 */
export const isUnmarked = (root: Element | null, { together = [] }: Dialect, beside = ':not(*)'): boolean =>
  together.some(([part, whole]) =>
    [...(root?.querySelectorAll(part) ?? [])].some((found) => found.closest(`${whole}, ${beside}`) === null),
  );

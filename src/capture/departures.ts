import { isDerived } from '../model/keys';
import type { Dialect, Reading } from '../sites/site';
import { matchesIn } from './records';
import type { Departed } from './standing';

/** Turns that were taken away before they were read. A list that is scrolled fast mounts a turn for a moment only. */
export interface Departures {
  /** Something was taken away: a turn in it that was not read is read after it has gone. */
  note(record: MutationRecord): void;
  /** Those since the last time, without the ones that stand elsewhere now. */
  take(stands: (key: string) => boolean): Departed[];
}

interface Options {
  readonly dialect: Dialect;
  readonly read: (turn: Element) => Reading | undefined;
  /** Is all known of what it said last? */
  readonly isKnown: (turn: Element) => boolean;
  /** The reading of the turn it stood below, if that is known. */
  readonly above: (turn: Element) => Reading | undefined;
}

export function departures({ dialect, read, isKnown, above }: Options): Departures {
  let departed: Departed[] = [];

  const noteDeparture = (node: Node): void => {
    if (node.nodeType !== 1 || node.isConnected) return;
    for (const turn of matchesIn(node as Element, dialect.turn)) {
      if (isKnown(turn)) continue;
      const reading = read(turn);
      // Outside the page only its own id or number says which turn it was.
      if (!reading || (isDerived(reading.key) && reading.ordinal === undefined)) continue;
      departed.push({ reading, before: above(turn) });
    }
  };

  /** Hidden earlier pages lose turns too, which are not those of the conversation shown. */
  const inScope = (target: Node): boolean =>
    target.ownerDocument !== null && dialect.scope(target.ownerDocument)?.contains(target) === true;

  return {
    note({ target, removedNodes }) {
      if (removedNodes.length > 0 && inScope(target)) for (const node of removedNodes) noteDeparture(node);
    },
    take(stands) {
      const gone = departed.filter(({ reading }) => !stands(reading.key));
      departed = [];
      return gone;
    },
  };
}

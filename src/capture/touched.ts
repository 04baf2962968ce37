import type { Dialect } from '../sites/site';
import { addsOrRemoves } from './records';

/** Finds which turns a change of the page touches. */
export interface Touched {
  /** Takes in what changed; returns whether anything of interest did. */
  note(records: readonly MutationRecord[]): boolean;
  /** The page is being read: what is told next is a new story. */
  begin(): void;
}

interface Options {
  readonly dialect: Dialect;
  /** This changed, in this turn if it was in one. */
  readonly changed: (record: MutationRecord, turn: Element | null | undefined) => void;
  /** Was it a turn when they were listed? */
  readonly isListed: (turn: Element) => boolean;
  /** This turn may say something else now. */
  readonly touch: (turn: Element) => void;
  /** Something changed outside every turn. */
  readonly around: () => void;
  /** A panel shows the content of a card in some turn. */
  readonly touchCards: () => void;
  /** Other turns may stand there now. */
  readonly relist: () => void;
}

export function touchedTurns({
  dialect,
  changed,
  isListed,
  touch,
  around,
  touchCards,
  relist,
}: Options): Touched {
  let notedGroup: Element | undefined;
  /** What changed last, and whether it was of interest. */
  let last: { readonly target: Node; readonly touched: boolean } | undefined;

  /** What shows outside a turn, in its group, may change what it says. */
  const noteGroup = (target: Element | null | undefined): boolean => {
    const group = dialect.group ? target?.closest(dialect.group) : undefined;
    if (!group || group === notedGroup) return group !== undefined && group !== null;
    notedGroup = group;
    for (const turn of group.querySelectorAll(dialect.turn)) touch(turn);
    return true;
  };

  const noteOne = (record: MutationRecord): boolean => {
    const { type } = record;
    const target = record.target.nodeType === 1 ? (record.target as Element) : record.target.parentElement;
    const turn = target?.closest(dialect.turn);
    changed(record, turn);
    const grouped = noteGroup(target);
    if (turn) {
      touch(turn);
      // An element may become a turn by getting an attribute.
      if (!isListed(turn)) relist();
      return true;
    }
    around();
    if (dialect.panel && target?.closest(dialect.panel)) touchCards();
    else if (type === 'attributes' || addsOrRemoves(record, dialect.turn)) relist();
    else if (dialect.panel && addsOrRemoves(record, dialect.panel)) touchCards();
    else return grouped;
    return true;
  };

  return {
    note(records) {
      let touched = false;
      for (const record of records) {
        const { target } = record;
        // A stream of words is a run of records of one text node.
        if (target !== last?.target || target.nodeType === 1) last = { target, touched: noteOne(record) };
        touched ||= last.touched;
      }
      return touched;
    },
    begin() {
      last = undefined;
      notedGroup = undefined;
    },
  };
}

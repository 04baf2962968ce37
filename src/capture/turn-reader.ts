import { memory } from '../sites/markdown';
import type { Dialect, Reading } from '../sites/site';
import { readSafely } from './read-safely';
import { turnings } from './turnings';

/** Reads single turns, and remembers of those that are read again what has not changed in them. */
export interface TurnReader {
  /** Reads a turn below what is mounted above it, or was; `old` is what was read of the same element before. */
  read(element: Element, before: Reading | undefined, old: Reading | undefined): Reading | undefined;
  /** Something changed, in this turn if it was in one. */
  changed(record: MutationRecord, turn: Element | null | undefined): void;
  /** Not all that a reading depends on is told: what comes next is read as if nothing were known. */
  forget(): void;
  /** The page may show another conversation. */
  leave(): void;
}

export function turnReader(dialect: Dialect): TurnReader {
  const turned = turnings();
  let known = memory();
  return {
    read(element, before, old) {
      // What is read for the first time will most likely not be read again.
      const memo = old && known;
      const reading = readSafely(dialect, element, before, old, memo);
      if (dialect.ids || reading?.ordinal === undefined) return reading;
      const above = turned.above(reading.ordinal, before);
      const placed = above === before ? reading : readSafely(dialect, element, above, old, memo);
      if (placed) turned.note(placed);
      return placed;
    },
    changed(record, turn) {
      const { type } = record;
      // An attribute may say how all is to be read.
      if (type === 'attributes') known = memory();
      else known.forget(record.target, turn);
      if (type !== 'childList') return;
      const { addedNodes } = record;
      for (let i = 0; i < addedNodes.length; i++) {
        const node = addedNodes[i];
        if (node?.nodeType === 1) known.forgetAll(node as Element);
      }
    },
    forget() {
      known = memory();
    },
    leave: turned.forget,
  };
}

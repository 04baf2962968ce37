import { words } from '../model/revision';
import { type Memory, memory } from '../sites/markdown';
import type { Dialect, Reading } from '../sites/site';
import { readSafely } from './read-safely';
import { turnings } from './turnings';

/** Reads single turns, and remembers of those that are read again what has not changed in them. */
export interface TurnReader {
  /** Reads a turn below what is mounted above it, or was; `old` is what was read of the same element before. */
  read(element: Element, before: Reading | undefined, old: Reading | undefined): Reading | undefined;
  /** As `read`, with nothing remembered. */
  readFromScratch: TurnReader['read'];
  /** Something changed, in this turn if it was in one. */
  changed(record: MutationRecord, turn: Element | null | undefined): void;
  /**
   * Not all that a reading depends on is told: what comes next is read as if nothing were known. `doubtful`: nor will all
   * of it be told from now on.
   */
  forget(doubtful: boolean): void;
  /** The page may show another conversation. */
  leave(): void;
}

export function turnReader(dialect: Dialect): TurnReader {
  const turned = turnings();
  let doubted = false;
  let known = memory(doubted);
  const read = (
    element: Element,
    before: Reading | undefined,
    old: Reading | undefined,
    memo: Memory | undefined,
  ): Reading | undefined => {
    const reading = readSafely(dialect, element, before, old, memo);
    if (dialect.ids || reading?.ordinal === undefined) return reading;
    const above = turned.above(reading.ordinal, before);
    const placed = above === before ? reading : readSafely(dialect, element, above, old, memo);
    if (placed) turned.note(placed);
    return placed;
  };
  return {
    // What is read for the first time will most likely not be read again.
    read: (element, before, old) => read(element, before, old, old && known),
    readFromScratch(element, before, old) {
      known = memory(doubted);
      return read(element, before, old, undefined);
    },
    changed(record, turn) {
      const { type } = record;
      // An attribute may say how all is to be read.
      if (type === 'attributes') known = memory(doubted);
      else known.forget(record.target, turn);
      if (type !== 'childList') return;
      const { addedNodes } = record;
      for (let i = 0; i < addedNodes.length; i++) {
        const node = addedNodes[i];
        if (node?.nodeType === 1) known.forgetAll(node as Element);
      }
    },
    forget(doubtful) {
      doubted = doubtful;
      known = memory(doubted);
    },
    leave: turned.forget,
  };
}

/** Is the second text the first one, further on? Cheap also for long ones, where all but the end is the same. */
export function goesOn(before: string, now: string): boolean {
  // What is half written may end in a fence or a star that comes to stand elsewhere.
  let end = before.length;
  while (end > 0 && !isWord(before.charCodeAt(end - 1))) end--;
  if (end === 0) return false;
  if (now.length > end && now.startsWith(before.slice(0, end))) return now !== before;
  const last = before.lastIndexOf('\n\n') + 1;
  const [told, tells] = [words(before.slice(last)), words(now.slice(last))];
  return now.startsWith(before.slice(0, last)) && tells.length > told.length && tells.startsWith(told);
}

const isWord = (code: number): boolean =>
  code > 127 || (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123);

import type { Reading } from '../sites/site';

/** A turn that was taken away, and the one it stood below, if that is known. */
export interface Departed {
  readonly reading: Reading;
  readonly before: Reading | undefined;
}

/** What stands in a page: the turns in reading order, one for each key. */
export interface Standing {
  readonly readings: readonly Reading[];
  /** Those that were read since the last time. Whoever looks only at these pays nothing for a thread's length. */
  readonly changed: readonly Reading[];
  /** Turns that were taken away before they could be read where they stood. */
  readonly departed: readonly Departed[];
  /** Another number whenever other turns stand there, or in another order. */
  readonly edition: number;
  /** Was there no time to read the rest? Then more turns stand below these. */
  readonly unread: boolean;
}

/** The readings of a page in reading order, one for each key, kept up to date at the cost of what changed. */
export interface StandingList {
  /** Other turns stand there, or under other keys: the list is made anew when it is asked for. */
  spoil(): void;
  /** A turn was read again: its new reading takes the place of the old one. */
  replace(reading: Reading): void;
  has(key: string): boolean;
  /** Those of the readings that are in the list, and not of a stale copy beside it. */
  withoutCopies(readings: readonly Reading[]): readonly Reading[];
  /** The list, and a number that changes with the turns in it, not with their words. */
  of(
    elements: readonly Element[],
    readings: ReadonlyMap<Element, Reading>,
  ): { readonly readings: readonly Reading[]; readonly edition: number };
}

export function standingList(): StandingList {
  let list: readonly Reading[] | undefined;
  let index: ReadonlyMap<string, number> = new Map();
  let copied = false;
  let edition = 0;
  return {
    spoil() {
      list = undefined;
    },
    replace(reading) {
      const i = index.get(reading.key);
      // With two elements for one key it is not known which of them a reading would replace.
      const same = !copied && i !== undefined && list?.[i]?.ordinal === reading.ordinal;
      list = same ? list?.with(i, reading) : undefined;
    },
    has: (key) => index.has(key),
    withoutCopies: (readings) =>
      copied ? readings.filter((each) => list?.[index.get(each.key) ?? -1] === each) : readings,
    of(elements, readings) {
      if (list) return { readings: list, edition };
      const { found, copies } = onePerKey(elements, readings);
      copied = copies;
      index = new Map(found.map(({ key }, i) => [key, i]));
      list = found;
      return { readings: found, edition: ++edition };
    },
  };
}

/** A site may leave a stale copy of a turn behind; the one that says more is the living one. */
function onePerKey(
  elements: readonly Element[],
  readings: ReadonlyMap<Element, Reading>,
): { found: Reading[]; copies: boolean } {
  const byKey = new Map<string, Reading>();
  let copies = false;
  for (const element of elements) {
    const reading = readings.get(element);
    if (!reading) continue;
    const other = byKey.get(reading.key);
    copies ||= other !== undefined;
    if (!other || other.markdown.length < reading.markdown.length) byKey.set(reading.key, reading);
  }
  // A windowed list may mount in any order; where the site numbers its turns, the numbers tell.
  const found = [...byKey.values()];
  const numbered = found.every((reading) => reading.ordinal !== undefined);
  if (numbered) found.sort((a, b) => (a.ordinal ?? 0) - (b.ordinal ?? 0));
  return { found, copies };
}

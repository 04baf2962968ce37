import { isDerived } from '../model/keys';
import type { Dialect, Reading } from '../sites/site';

/** The turns standing in the page, read once and again only when they changed. */
export interface Mounted {
  /** Takes in what changed; returns whether anything of interest did. */
  note(records: readonly MutationRecord[]): boolean;
  /** The page may show another part of itself: list the turns anew at the next reading. */
  relist(): void;
  /** The newest turn's end shows outside it: read it again though nothing in it changed. */
  lookAtNewest(): void;
  /** Reads what changed since the last call; a turn that did not change gives the same object as before. */
  read(page: Document): Standing;
  /** Every turn's element with its reading, if it has one. */
  entries(page: Document): (readonly [Element, Reading | undefined])[];
}

/** What stands in a page: the turns in reading order, one for each key. */
export interface Standing {
  readonly readings: readonly Reading[];
  /** Those that were read since the last time. Whoever looks only at these pays nothing for a thread's length. */
  readonly changed: readonly Reading[];
  /** Another number whenever other turns stand there, or in another order. */
  readonly edition: number;
}

export function mountedTurns(dialect: Dialect): Mounted {
  let elements: readonly Element[] = [];
  let places: ReadonlyMap<Element, number> = new Map();
  let readings = new Map<Element, Reading>();
  const dirty = new Set<Element>();
  let listed = false;
  let notedGroup: Element | undefined;
  let standing: Standing | undefined;
  let index: ReadonlyMap<string, number> | undefined;
  let edition = 0;
  /** Read, and not yet told of by `read`. */
  const untold = new Map<Element, Reading>();

  /** What shows outside a turn, in its group, may change what it says. */
  const noteGroup = (target: Element | null | undefined): boolean => {
    const group = dialect.group ? target?.closest(dialect.group) : undefined;
    if (!group || group === notedGroup) return group !== undefined && group !== null;
    notedGroup = group;
    for (const turn of group.querySelectorAll(dialect.turn)) dirty.add(turn);
    return true;
  };

  /** A panel shows the content of a card in some turn. */
  const noteCards = (): void => {
    for (const [element, { blocks }] of readings)
      if (blocks.some((block) => block.type === 'artifact')) dirty.add(element);
  };

  const note = (records: readonly MutationRecord[]): boolean => {
    let touched = false;
    let previous: Node | undefined;
    notedGroup = undefined;
    for (const record of records) {
      // A stream of words is a run of records of one text node.
      if (record.type === 'characterData' && record.target === previous) continue;
      previous = record.type === 'characterData' ? record.target : undefined;
      const target = record.target.nodeType === 1 ? (record.target as Element) : record.target.parentElement;
      const turn = target?.closest(dialect.turn);
      if (noteGroup(target)) touched = true;
      if (turn) {
        dirty.add(turn);
        touched = true;
        // An element may become a turn by getting an attribute.
        if (!places.has(turn)) listed = false;
      } else if (dialect.panel && target?.closest(dialect.panel)) {
        noteCards();
        touched = true;
      } else if (record.type === 'attributes' || addsOrRemoves(record, dialect.turn)) {
        listed = false;
        touched = true;
      } else if (dialect.panel && addsOrRemoves(record, dialect.panel)) {
        noteCards();
        touched = true;
      }
    }
    return touched;
  };

  const list = (page: Document): void => {
    const found = [...(dialect.scope(page)?.querySelectorAll(dialect.turn) ?? [])];
    for (const element of found) if (!readings.has(element)) dirty.add(element);
    const kept = new Map<Element, Reading>();
    for (const element of found) {
      const reading = readings.get(element);
      if (reading) kept.set(element, reading);
    }
    readings = kept;
    elements = found;
    places = new Map(found.map((element, i) => [element, i]));
    listed = true;
    standing = undefined;
  };

  /** Reads one turn again. A key that changed changes how an unnamed turn after it is known. */
  const readAt = (i: number, element: Element): Reading | undefined => {
    const old = readings.get(element);
    const fresh = readSafely(dialect, element, readingBefore(i));
    const reading = dialect.ids ? withDerivedKeys(fresh, old) : fresh;
    if (reading) readings.set(element, reading);
    else readings.delete(element);
    if (reading?.key === old?.key) return reading;
    standing = undefined;
    const next = elements[i + 1];
    if (next) dirty.add(next);
    return reading;
  };
  const readingBefore = (i: number): Reading | undefined => {
    for (let n = i - 1; n >= 0; n--) {
      const element = elements[n];
      const reading = element && readings.get(element);
      if (reading) return reading;
    }
    return undefined;
  };

  const refresh = (page: Document): Standing => {
    if (!listed) list(page);
    // One after the other in their order, since a reading may make the next one dirty.
    while (dirty.size > 0) {
      const batch = [...dirty].flatMap((element) => places.get(element) ?? []).sort((a, b) => a - b);
      dirty.clear();
      for (const i of batch) {
        const element = elements[i];
        if (!element) continue;
        dirty.delete(element);
        const reading = readAt(i, element);
        untold.delete(element);
        if (reading) untold.set(element, reading);
        if (reading && standing && !replace(reading)) standing = undefined;
      }
    }
    if (standing) return standing;
    const { list: all, copies } = onePerKey(elements, readings);
    // With two elements for one key it is not known which of them a reading would replace.
    index = copies ? undefined : new Map(all.map(({ key }, i) => [key, i]));
    standing = { readings: all, changed: [], edition: ++edition };
    return standing;
  };
  const read = (page: Document): Standing => {
    const now = refresh(page);
    const changed = [...untold.values()];
    untold.clear();
    return { ...now, changed };
  };
  /** Puts a reading in the place of the one before under the same key. */
  const replace = (reading: Reading): boolean => {
    const i = index?.get(reading.key);
    if (!standing || i === undefined || standing.readings[i]?.ordinal !== reading.ordinal) return false;
    standing = { ...standing, readings: standing.readings.with(i, reading) };
    return true;
  };

  return {
    note,
    read,
    entries: (page) => {
      refresh(page);
      return elements.map((element) => [element, readings.get(element)] as const);
    },
    relist: () => {
      listed = false;
    },
    lookAtNewest: () => {
      const newest = elements.at(-1);
      if (newest) dirty.add(newest);
    },
  };
}

function addsOrRemoves(record: MutationRecord, selector: string): boolean {
  const holds = (node: Node): boolean => {
    if (node.nodeType !== 1) return false;
    const element = node as Element;
    return (
      element.matches(selector) ||
      (element.firstElementChild !== null && element.querySelector(selector) !== null)
    );
  };
  for (const node of record.addedNodes) if (holds(node)) return true;
  for (const node of record.removedNodes) if (holds(node)) return true;
  return false;
}

/** A derived key changes when the turn before gets its id: the element remembers what it was known by. */
function withDerivedKeys(reading: Reading | undefined, before: Reading | undefined): Reading | undefined {
  if (!reading || !before) return reading;
  const derived = [before.key, ...before.formerKeys].filter(isDerived);
  const formerKeys = [...new Set([...reading.formerKeys, ...derived])].filter((key) => key !== reading.key);
  return formerKeys.length === reading.formerKeys.length ? reading : { ...reading, formerKeys };
}

/** Longer than any id; the worker would refuse it. */
const LONGEST_KEY = 512;

/** One turn that cannot be read must not cost the others. */
function readSafely(dialect: Dialect, element: Element, before: Reading | undefined): Reading | undefined {
  try {
    const reading = dialect.read(element, before);
    return reading && reading.key.length <= LONGEST_KEY ? reading : undefined;
  } catch {
    return undefined; // hostile or half-built markup: read again when it changes
  }
}

/** A site may leave a stale copy of a turn behind; the one that says more is the living one. */
function onePerKey(
  elements: readonly Element[],
  readings: ReadonlyMap<Element, Reading>,
): { list: Reading[]; copies: boolean } {
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
  return { list: found, copies };
}

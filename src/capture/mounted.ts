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
  /**
   * Reads what changed since the last call. Returns the readings in document order, one for each key; a turn that
   * did not change gives the same object as before.
   */
  read(page: Document): Reading[];
  /** Every turn's element with its reading, if it has one. */
  entries(page: Document): (readonly [Element, Reading | undefined])[];
}

export function mountedTurns(dialect: Dialect): Mounted {
  let elements: readonly Element[] = [];
  let listedElements: ReadonlySet<Element> = new Set();
  let readings = new Map<Element, Reading>();
  const dirty = new Set<Element>();
  let listed = false;
  let notedGroup: Element | undefined;

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
        if (!listedElements.has(turn)) listed = false;
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
    listedElements = new Set(found);
    listed = true;
  };

  const read = (page: Document): Reading[] => {
    if (!listed) list(page);
    let before: Reading | undefined;
    for (const [i, element] of elements.entries()) {
      if (dirty.has(element)) {
        const reading = withDerivedKeys(readSafely(dialect, element, before), readings.get(element));
        // A key that changed changes how an unnamed turn after it is known.
        const next = elements[i + 1];
        if (next && reading?.key !== readings.get(element)?.key) dirty.add(next);
        if (reading) readings.set(element, reading);
        else readings.delete(element);
      }
      before = readings.get(element) ?? before;
    }
    dirty.clear();
    return onePerKey(elements, readings);
  };

  return {
    note,
    read,
    entries: (page) => {
      if (!listed || dirty.size > 0) read(page);
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
function onePerKey(elements: readonly Element[], readings: ReadonlyMap<Element, Reading>): Reading[] {
  const byKey = new Map<string, Reading>();
  for (const element of elements) {
    const reading = readings.get(element);
    if (!reading) continue;
    const other = byKey.get(reading.key);
    if (!other || other.markdown.length < reading.markdown.length) byKey.set(reading.key, reading);
  }
  // A windowed list may mount in any order; where the site numbers its turns, the numbers tell.
  const found = [...byKey.values()];
  const numbered = found.every((reading) => reading.ordinal !== undefined);
  return numbered ? found.sort((a, b) => (a.ordinal ?? 0) - (b.ordinal ?? 0)) : found;
}

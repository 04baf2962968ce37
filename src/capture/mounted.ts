import type { Dialect, Reading } from '../sites/site';
import { departures } from './departures';
import { type Standing, standingList } from './standing';
import { touchedTurns } from './touched';
import { goesOn, turnReader } from './turn-reader';

/** The turns standing in the page, read once and again only when they changed. */
export interface Mounted {
  /** Takes in what changed; returns whether anything of interest did. */
  note(records: readonly MutationRecord[]): boolean;
  /** The page may show another part of itself: list the turns anew at the next reading. */
  relist(): void;
  /** What stands there was not observed for a while: list the turns anew, and read these again. */
  suspect(turns: Iterable<Element>): void;
  /** Do other turns stand there than at the last reading? */
  restless(): boolean;
  /** The newest turn, if it is known: from now on what changes in it is not told, until nothing is left out. */
  leaveOutNewest(): Element | undefined;
  leaveOutNothing(): void;
  /** The newest turn's end shows outside it: read it again though nothing in it changed. */
  lookAtNewest(): void;
  /**
   * Reads what changed since the last call; a turn that did not change gives the same object as before. After so many
   * milliseconds, if they are given, the rest is left to the next call.
   */
  read(page: Document, atMost?: number): Standing;
  /** Another number whenever something changed outside every turn. */
  around(): number;
  /** Every turn's element with its reading, if it has one. */
  entries(page: Document): (readonly [Element, Reading | undefined])[];
}

export function mountedTurns(dialect: Dialect): Mounted {
  let elements: readonly Element[] = [];
  let places: ReadonlyMap<Element, number> = new Map();
  let readings = new Map<Element, Reading>();
  const dirty = new Set<Element>();
  let listed = false;
  /** Another number whenever something changed outside every turn. */
  let around = 0;
  /** The newest turn, while what changes in it is not told. */
  let leftOut: Element | undefined;
  /** The newest turn, if it is to be read though nothing is known to have changed in it. */
  let lookedAt: Element | undefined;
  const all = standingList();
  const turns = turnReader(dialect);
  /** Read, and not yet handed out by `read`. */
  const unreported = new Map<Element, Reading>();

  const departed = departures({
    dialect,
    read: (turn) => turns.read(turn, undefined, undefined),
    isKnown: (turn) => readings.has(turn) && !dirty.has(turn) && turn !== leftOut,
    above(turn) {
      const place = places.get(turn);
      return place === undefined ? undefined : readingBefore(place);
    },
  });
  const touched = touchedTurns({
    dialect,
    changed(record, turn) {
      if (record.type === 'childList') departed.note(record);
      turns.changed(record, turn);
    },
    isListed: (turn) => places.has(turn),
    touch(turn) {
      dirty.add(turn);
    },
    around() {
      around++;
    },
    touchCards() {
      for (const [element, { blocks }] of readings)
        if (blocks.some((block) => block.type === 'artifact')) dirty.add(element);
    },
    relist() {
      listed = false;
    },
  });

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
    around++;
    all.spoil();
    // It is the newest no more, and may have gone on until then.
    if (leftOut && leftOut !== found.at(-1)) dirty.add(leftOut);
    if (leftOut !== found.at(-1)) leaveOut(undefined);
  };
  const leaveOut = (turn: Element | undefined): void => {
    if (turn === leftOut) return;
    leftOut = turn;
    turns.forget(turn !== undefined);
  };

  /** Reads one turn again. A key that changed changes how an unnamed turn after it is known. */
  const readAt = (i: number, element: Element): Reading | undefined => {
    const old = readings.get(element);
    const before = readingBefore(i);
    let reading = turns.read(element, before, old);
    // It has come to rest, or seems to; or it says something else.
    if (element === lookedAt && !(old && reading && goesOn(old.markdown, reading.markdown)))
      reading = turns.readFromScratch(element, before, old);
    if (element === lookedAt) lookedAt = undefined;
    if (reading) readings.set(element, reading);
    else readings.delete(element);
    if (reading?.key === old?.key) {
      if (reading) all.replace(reading);
      return reading;
    }
    all.spoil();
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

  const refresh = (page: Document, atMost = Number.POSITIVE_INFINITY): void => {
    // What came inside a turn that is left out may be one itself.
    if (!listed || leftOut?.querySelector(dialect.turn)) list(page);
    touched.begin();
    // Listing does not count: however long it takes, some turns are read each time.
    const until = performance.now() + atMost;
    let inTime = true;
    // One after the other in their order, since a reading may make the next one dirty.
    while (dirty.size > 0 && inTime) {
      const batch = [...dirty].flatMap((element) => places.get(element) ?? []).sort((a, b) => a - b);
      dirty.clear();
      for (const i of batch) {
        const element = elements[i];
        if (!element) continue;
        if (inTime) readOne(i, element);
        else dirty.add(element);
        inTime &&= performance.now() < until;
      }
    }
  };
  const readOne = (i: number, element: Element): void => {
    dirty.delete(element);
    unreported.delete(element);
    const reading = readAt(i, element);
    if (reading) unreported.set(element, reading);
  };
  const read = (page: Document, atMost?: number): Standing => {
    refresh(page, atMost);
    const standing = all.of(elements, readings);
    const changed = all.withoutCopies([...unreported.values()]);
    unreported.clear();
    return { ...standing, changed, departed: departed.take(all.has), unread: dirty.size > 0 };
  };

  return {
    note: touched.note,
    read,
    entries: (page) => {
      refresh(page);
      return elements.map((element) => [element, readings.get(element)] as const);
    },
    relist: () => {
      listed = false;
      turns.leave();
    },
    suspect: (suspects) => {
      listed = false;
      turns.forget(leftOut !== undefined);
      for (const turn of suspects) dirty.add(turn);
    },
    restless: () => !listed,
    around: () => around,
    leaveOutNewest: () => {
      leaveOut(listed ? elements.at(-1) : undefined);
      return leftOut;
    },
    leaveOutNothing: () => leaveOut(undefined),
    lookAtNewest: () => {
      lookedAt = elements.at(-1);
      if (lookedAt) dirty.add(lookedAt);
    },
  };
}

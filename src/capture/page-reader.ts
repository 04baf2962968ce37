import { measurer } from '../sites/health/coverage';
import { genericDialect, unknownDialect } from '../sites/health/generic';
import { type Examined, type Health, isUnmarked, judge, MANY, SOME } from '../sites/health/judge';
import { likelyScope } from '../sites/health/turns';
import type { Dialect, Reading, Site } from '../sites/site';
import { type Mounted, mountedTurns } from './mounted';
import type { Standing } from './standing';

/** Reads one page in the dialect it is in today, and knows how well that goes. */
export interface PageReader {
  /** Looks which dialect the page is in. Returns whether that changed. */
  detect(): boolean;
  dialect(): Dialect | undefined;
  note(records: readonly MutationRecord[]): boolean;
  /** Do other turns stand there than at the last reading? */
  restless(): boolean;
  /** The newest turn is left out of what is noted, until all is again. Returns it, if it is known. */
  leaveOutNewest(): Element | undefined;
  leaveOutNothing(): void;
  lookAtNewest(): void;
  /** After so many milliseconds, if they are given, the rest is left to the next time. */
  read(atMost?: number): Standing;
  /** What the turns say now, to be compared after a time in which nothing was noted. */
  imprint(): Imprint;
  /** Do other turns stand there since, or do they, or only the newest, say something else? Those are read again. */
  changedSince(before: Imprint, which: 'all' | 'newest'): boolean;
  /**
   * Compares what was read with what the page shows. A page that its dialect no longer explains is given to the
   * generic reader, if that sees more and calls no turn by another name: `reread` says that it was.
   */
  check(): Health & { readonly reread: boolean };
  /** The longer part of a check, as far as there is time. Returns whether that was all of it. */
  prepareCheck(atMost: number): boolean;
}

/** Each turn with a number that changes with its text. */
type Imprint = ReadonlyMap<Element, number>;

const NOTHING: Standing = { readings: [], changed: [], departed: [], edition: 0, unread: false };

export function pageReader(page: Document, site: Site): PageReader {
  let dialect: Dialect | undefined;
  let mounted: Mounted | undefined;
  const measured = new WeakMap<Element, Examined>();
  const measure = measurer();
  /** What stood outside every turn, and when that was looked at. */
  let outside:
    | (Pick<Examined, 'measure' | 'unmarked'> & { readonly of: Mounted; readonly at: number })
    | undefined;
  let searched: number | undefined;

  const use = (next: Dialect | undefined): void => {
    dialect = next;
    mounted = next && mountedTurns(next);
  };

  const measureTurn = (by: Dialect, element: Element, reading: Reading | undefined): Examined => {
    const known = measured.get(element);
    if (known && known.reading === reading) return known;
    const unmarked = isUnmarked(element, by);
    const fresh = { element, reading, measure: measure.turn(element, reading, by), unmarked };
    measured.set(element, fresh);
    return fresh;
  };

  const measureTurns = (by: Dialect, turns: Mounted, atMost: number): boolean => {
    const entries = turns.entries(page);
    const until = performance.now() + atMost;
    return entries.every(([element, reading]) => {
      const known = measured.get(element);
      if (known && known.reading === reading) return true; // costs nothing
      measureTurn(by, element, reading);
      return performance.now() < until;
    });
  };

  const examine = (by: Dialect, turns: Mounted): Health => {
    const examined = turns.entries(page).map(([element, reading]) => measureTurn(by, element, reading));
    if (outside?.of !== turns || outside.at !== turns.around()) outside = lookAround(by, turns);
    return judge(examined, outside, by);
  };

  /** It takes a search of the whole page, so it is not done for what changed in a turn. */
  const lookAround = (by: Dialect, turns: Mounted): NonNullable<typeof outside> => {
    const scope = by.scope(page) ?? likelyScope(page);
    return {
      of: turns,
      at: turns.around(),
      measure: scope ? measure.outside(scope, by) : { shown: 0, read: 0 },
      unmarked: isUnmarked(scope, by, by.turn),
    };
  };

  /** The site's own dialect, when it explains the page again. */
  const ownAgain = (): Dialect | undefined => {
    const own = site.dialects.find((each) => each.fits(page));
    const turns = own && mountedTurns(own);
    const fine = turns && turns.read(page).readings.length > 0 && !examine(own, turns).drift;
    return fine ? own : undefined;
  };

  /** The generic reader, if it sees more. Searching a whole page again that has not changed would find no more. */
  const genericInstead = (health: Health): Dialect | undefined => {
    if (!health.drift || searched === health.shown) return undefined;
    searched = health.shown;
    const known = mounted?.entries(page).flatMap(([, reading]) => reading?.key ?? []) ?? [];
    const generic = genericDialect(page);
    const turns = generic && mountedTurns(generic);
    const keys = new Set(turns?.read(page).readings.map(({ key }) => key));
    // Under another key a turn would be kept twice.
    if (!generic || !turns || keys.size < 2 || !known.every((key) => keys.has(key))) return undefined;
    return known.length === 0 || examine(generic, turns).coverage > health.coverage ? generic : undefined;
  };

  return {
    detect() {
      const fitting = site.dialects.find((candidate) => candidate.fits(page));
      mounted?.relist();
      if (fitting === dialect && mounted) return false;
      use(fitting);
      return true;
    },
    dialect: () => dialect,
    note: (records) => mounted?.note(records) ?? true,
    restless: () => mounted?.restless() ?? false,
    leaveOutNewest: () => mounted?.leaveOutNewest(),
    leaveOutNothing: () => mounted?.leaveOutNothing(),
    lookAtNewest: () => mounted?.lookAtNewest(),
    read: (atMost) => mounted?.read(page, atMost) ?? NOTHING,
    prepareCheck: (atMost) => !dialect || !mounted || measureTurns(dialect, mounted, atMost),
    imprint: () => new Map(mounted?.entries(page).map(([turn]) => [turn, numberOf(turn)])),
    changedSince(before, which) {
      if (!mounted) return site.dialects.some((each) => each.fits(page));
      mounted.suspect([]);
      const turns = mounted.entries(page).map(([turn]) => turn);
      const others = turns.length !== before.size || turns.some((turn) => !before.has(turn));
      const asked = which === 'all' ? turns : turns.slice(-1);
      const changed = asked.filter((turn) => before.get(turn) !== numberOf(turn));
      mounted.suspect(changed);
      return others || changed.length > 0;
    },
    check() {
      const by = dialect ?? unknownDialect;
      const health = examine(by, mounted ?? mountedTurns(by));
      const next = dialect?.id === 'generic' ? ownAgain() : genericInstead(health);
      if (next) use(next);
      const { drift: found, ...rest } = health;
      // A few words that nobody calls a conversation are a page that says there is none.
      const nothing = found === 'unread' && !next && health.shown < (dialect ? SOME : MANY);
      // What the generic reader explains is still a page that nobody knows.
      const drift = nothing ? undefined : (found ?? (dialect?.id === 'generic' ? 'unread' : undefined));
      return { ...rest, ...(drift && { drift }), reread: next !== undefined };
    },
  };
}

/** Text is compared by a number made of it: keeping a second copy of a whole conversation would cost its size. */
function numberOf(turn: Element): number {
  const text = turn.textContent ?? '';
  let number = text.length;
  for (let i = 0; i < text.length; i++) number = (Math.imul(number, 31) + text.charCodeAt(i)) | 0;
  return number;
}

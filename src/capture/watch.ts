import { isDerived, localKey } from '../model/keys';
import type { Diagnostics, Drift } from '../model/status';
import type { Batch } from '../model/turn';
import type { Place, Site } from '../sites/site';
import { type Binding, belongs, bind, samePlace, timeMayTell, unbound } from './binding';
import { destination } from './destination';
import { observation } from './observation';
import { pacer } from './pace';
import { pageReader } from './page-reader';
import { reporter } from './report';
import { resting } from './rest';

/**
 * How often an unfinished answer is looked at, whether it changes or not: its end shows elsewhere. With the way to the
 * store its words are kept within the promised 2 s.
 */
const LOOK = 1_200;
/** Even in a storm of changes the page gets this long between two readings. */
const BREATH = 50;
/** For so long the page may be kept waiting; what is left of a long one is read after it had its turn. */
const SLICE = 25;
/** A page that has been still for so long is compared with what was read of it. */
const STILL = 1_500;
const NONE: readonly string[] = [];

interface Options {
  readonly page: Document;
  readonly site: Site;
  readonly signal: AbortSignal;
  /** Does something, unless the extension has gone from under this script: then the signal is aborted. */
  readonly run: (act: () => void, changes?: number) => void;
  readonly found: (batch: Batch) => void;
  readonly moved: (place: Place, binding: Binding) => void;
  /** What was known before watching was interrupted. */
  readonly earlier?: Earlier | undefined;
  /** The page began or ceased to fit what is known of its site. */
  readonly examined: (drift: Drift | undefined) => void;
}

/** Whose turns stood in the page, under which address; and was that only replaced since? */
interface Earlier {
  readonly binding: Binding;
  readonly address: string;
  readonly replaced: boolean;
}

/** What the browser tells of a change of address. */
interface Move {
  readonly navigationType?: string;
  readonly from?: { readonly url: string | null };
}

/** What a watched page looks like to us, for whoever asks. */
export type Sights = () => Pick<Diagnostics, 'dialect' | 'mounted' | 'known' | 'resting'>;

/** Watches one page until the signal: one observer, changed turns only, nothing thrown into the page. */
export function watch({
  page,
  site,
  signal,
  run,
  found,
  moved,
  examined,
  earlier,
}: Options): Sights | undefined {
  const window = page.defaultView;
  if (!window) return undefined;
  const reader = pageReader(page, site);
  let drift: Drift | undefined;
  let binding = earlier?.binding ?? unbound;
  let reporting = reporter(page, site, found);
  let unfinished = false;
  /** Is the newest turn a prompt? Its answer may begin at any time, in a hidden page too. */
  let awaited = false;
  let mounted = 0;
  let still: ReturnType<typeof setTimeout> | undefined;
  let unread = false;
  /** Is the newest turn left out of what is observed? */
  let partly = false;
  let passedAt = 0;
  // From a conversation that has its lasting key one only goes elsewhere.
  const left = earlier?.replaced === false && earlier.binding.bound?.provisional === false;
  const wentTo = destination(page, site, signal, left);
  let replaced = earlier?.replaced ?? true;
  let address = earlier?.address ?? page.location.href;

  const observed = observation(page, (records) => run(() => take(records), records.length));

  const take = (records: readonly MutationRecord[]): void => {
    observed.noted(records);
    const touched = noted(records);
    // Other turns are read at once: the list may have moved on before the words have come to rest.
    if (touched && reader.restless() && Date.now() - passedAt >= BREATH) pass();
    else if (touched || records.some(({ target }) => target.nodeName === 'TITLE')) soon();
  };

  /** A page can make any question to it fail: then everything in it is looked at anew. */
  const noted = (records: readonly MutationRecord[]): boolean => {
    try {
      return reader.note(records);
    } catch {
      reader.detect();
      return true;
    }
  };

  /**
   * An answer that is being written is looked at by the clock, so that nothing need be told of it. In a hidden page timers
   * are slow: there its changes say when to look.
   */
  const observe = (): void => {
    const attributes = reader.dialect()?.attributes ?? NONE;
    const newest = unfinished && !page.hidden ? reader.leaveOutNewest() : undefined;
    partly = newest !== undefined;
    if (newest) observed.allBut(newest, attributes);
    else {
      reader.leaveOutNothing();
      observed.all(attributes);
    }
  };

  const rest = resting({
    page,
    reader,
    observer: observed,
    observe,
    safely: (act) => safely(act),
    stirred: () => pass(),
  });

  const soon = (): void => {
    if (!unread) pace.soon(); // the next look is on its way
  };

  /** In a hidden tab nobody is kept waiting, and timers are slow. */
  const pass = (): void => readUnder(page.location.href, page.hidden ? undefined : SLICE);
  const pace = pacer(pass);
  /** What is not read now may never be. */
  const passWhole = (): void => readUnder(page.location.href);

  /** The address has just moved on; what stands in the page is still that of the one before. */
  const passBeforeMove = (event: Event & Move): void => {
    const to = site.place(new URL(page.location.href));
    // Nobody goes to a provisional address: the site gives it to the chat that stands here.
    const given = event.navigationType === 'push' && to.kind === 'thread' && to.provisional;
    replaced &&= given || event.navigationType === 'replace';
    // Not the one under which it was read last: it may have moved twice since.
    const left = event.from?.url ?? address;
    if (left !== page.location.href) readUnder(left);
    soon();
  };

  const readUnder = (href: string, atMost?: number): void => {
    pace.clear();
    clearTimeout(still);
    unread = false;
    safely(() => {
      passedAt = Date.now();
      rest.end();
      const again = look(href, Date.now(), atMost);
      if (signal.aborted) return;
      if (partly || unfinished) observe();
      if (unread) pace.after(0);
      else if (again) pace.after(LOOK);
      else still = setTimeout(() => safely(examine), STILL);
      if (!unread && !again && !awaited) rest.mayBegin();
    });
  };

  /** Whatever a hostile page does to us stays with us, and the next look may succeed. */
  const safely = (act: () => void): void => {
    if (signal.aborted) return;
    try {
      run(act);
    } catch {
      pace.afterFailure();
    }
  };

  /** Reads, decides whose turns these are, hands on what is new. Returns whether to look again unasked. */
  const look = (href: string, now: number, atMost: number | undefined): boolean => {
    const url = new URL(href);
    const place = site.place(url);
    if (!reader.dialect() || href !== address) {
      if (reader.detect()) observe();
    }
    address = href;
    if (unfinished) reader.lookAtNewest();
    const standing = reader.read(atMost);
    unread = standing.unread;
    mounted = standing.readings.length;
    awaited = standing.readings.at(-1)?.role === 'user';
    const { bound: before, moved: wasMoving } = binding;
    const left = samePlace(wentTo(), place);
    binding = bind(binding, {
      place,
      turns: standing.readings,
      changed: standing.changed,
      now,
      left,
      replaced,
      newKey: localKey,
    });
    const moving = binding.moved !== undefined;
    if (!moving && href === page.location.href) replaced = true;
    // One that took its lasting key is told whole again: a script before this one may have left a part of it behind.
    if (before?.key !== binding.bound?.key) reporting = reporter(page, site, found);
    moved(place, binding);
    if (signal.aborted) return false;
    // Whose turn it was that went in the moment of a change of conversation, nobody can say.
    const departed = moving || before !== binding.bound ? [] : standing.departed;
    const own = moving ? standing.readings.filter((reading) => belongs(binding, reading)) : standing.readings;
    unfinished =
      binding.bound !== undefined &&
      reporting.report({
        ...standing,
        departed,
        readings: own,
        // While an address is in doubt some turns are held back, and let go when it is not.
        ...((moving || wasMoving) && { changed: own, edition: Number.NaN }),
        bound: binding.bound,
        url,
        moving,
        drift: drift !== undefined,
        now,
      });
    return unfinished || timeMayTell(binding, now);
  };

  /** Does what was read explain the page? Where no conversation is, there is nothing to explain. */
  const examine = (): void => {
    try {
      const atThread = site.place(new URL(page.location.href)).kind === 'thread';
      if (atThread && !reader.prepareCheck(SLICE)) {
        still = setTimeout(() => safely(examine), 0);
        return;
      }
      const { drift: found, reread } = atThread ? reader.check() : { reread: false };
      const changed = found !== drift;
      drift = found;
      if (changed) examined(drift);
      if (reread) observe();
      if (reread || changed) pass();
    } catch {
      // a page that cannot be examined is looked at again when it changes
    }
  };

  page.addEventListener('visibilitychange', () => (page.hidden || rest.isResting()) && passWhole(), {
    signal,
  });
  window.addEventListener('pagehide', passWhole, { signal });
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener('currententrychange', passBeforeMove, { signal });
  signal.addEventListener('abort', () => {
    observed.disconnect();
    rest.stop();
    pace.clear();
    clearTimeout(still);
  });
  observe();
  readUnder(address);
  if (!signal.aborted && address !== page.location.href) soon();
  return () => {
    const { id: dialect, ids = false } = reader.dialect() ?? {};
    // Where turns have ids, one without is about to get its own, and is seen twice.
    const known = [...binding.seen.keys()].filter((key) => !ids || !isDerived(key)).length;
    return {
      ...(dialect && { dialect }),
      mounted,
      known: Math.max(mounted, known),
      resting: rest.isResting(),
    };
  };
}

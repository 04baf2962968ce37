import type { Diagnostics, Drift } from '../model/status';
import type { Batch } from '../model/turn';
import type { Place, Site } from '../sites/site';
import type { Binding } from './binding';
import { destination } from './destination';
import { type Earlier, looker } from './look';
import { observation } from './observation';
import { pacer, SLICE } from './pace';
import { pageReader } from './page-reader';
import { resting } from './rest';
import { selfCheck } from './self-check';

/**
 * How often an unfinished answer is looked at, whether it changes or not: its end shows elsewhere. With the way to the
 * store its words are kept within the promised 2 s.
 */
const LOOK = 1_200;
/** Even in a storm of changes the page gets this long between two readings. */
const BREATH = 50;

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
  const none: readonly string[] = [];
  /** Is the newest turn left out of what is observed? */
  let partly = false;
  let passedAt = 0;
  // From a conversation that has its lasting key one only goes elsewhere.
  const left = earlier?.replaced === false && earlier.binding.bound?.provisional === false;

  const observed = observation(page, (records) => run(() => take(records), records.length));

  const take = (records: readonly MutationRecord[]): void => {
    observed.noted(records);
    const touched = noted(records);
    // Other turns are read at once: the list may have moved on before the words have come to rest.
    if (touched && reader.restless() && performance.now() - passedAt >= BREATH) pass();
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
    const attributes = reader.dialect()?.attributes ?? none;
    const newest = sight.isUnfinished() && !page.hidden ? reader.leaveOutNewest() : undefined;
    partly = newest !== undefined;
    if (newest) observed.allBut(newest, attributes);
    else {
      reader.leaveOutNothing();
      observed.all(attributes);
    }
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

  const rest = resting({ page, reader, observer: observed, observe, safely, stirred: () => pass() });
  const check = selfCheck({
    page,
    site,
    reader,
    safely,
    examined,
    reread: (anew) => {
      if (anew) observe();
      pass();
    },
  });
  const sight = looker({
    page,
    site,
    signal,
    reader,
    earlier,
    wentTo: destination(page, site, signal, left),
    redetected: observe,
    isDrifting: check.isDrifting,
    found,
    moved,
  });

  const soon = (): void => {
    if (!sight.hasUnread()) pace.soon(); // the next look is on its way
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
    sight.noteMove(given || event.navigationType === 'replace');
    // Not the one under which it was read last: it may have moved twice since.
    const left = event.from?.url ?? sight.address();
    if (left !== page.location.href) readUnder(left);
    soon();
  };

  const readUnder = (href: string, atMost?: number): void => {
    pace.clear();
    check.cancel();
    safely(() => {
      // By a clock that nobody sets, as all that is waited for.
      passedAt = performance.now();
      rest.end();
      const again = sight.look(href, passedAt, atMost);
      if (signal.aborted) return;
      if (partly || sight.isUnfinished()) observe();
      const unread = sight.hasUnread();
      if (unread) pace.after(0);
      else if (again) pace.after(LOOK);
      else check.later();
      if (!unread && !again && !sight.isAwaiting()) rest.mayBegin();
    });
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
    check.cancel();
  });
  observe();
  readUnder(sight.address());
  if (!signal.aborted && sight.address() !== page.location.href) soon();
  return () => ({ ...sight.sights(), resting: rest.isResting() });
}

import { isDerived, localKey } from '../model/keys';
import type { Diagnostics, Drift } from '../model/status';
import type { Batch } from '../model/turn';
import type { Place, Site } from '../sites/site';
import { type Binding, belongs, bind, samePlace, timeMayTell, unbound } from './binding';
import { destination } from './destination';
import { pageReader } from './page-reader';
import { reporter } from './report';
import { resting } from './rest';

/** Text that goes on growing is read this long after the last change … */
const PAUSE = 300;
/** … but no later than this after the first: with the way to the store it stays below the promised 2 s. */
const CEILING = 1_000;
/** How often an unfinished answer is looked at though nothing changes in it: its end shows elsewhere. */
const LOOK = 600;
/** Even in a storm of changes the page gets this long between two readings. */
const BREATH = 50;
/** For so long the page may be kept waiting; what is left of a long one is read after it had its turn. */
const SLICE = 25;
/** A page that has been still for so long is compared with what was read of it. */
const STILL = 1_500;

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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let still: ReturnType<typeof setTimeout> | undefined;
  let dirtySince: number | undefined;
  let changedAt = 0;
  let unread = false;
  let passedAt = 0;
  // From a conversation that has its lasting key one only goes elsewhere.
  const left = earlier?.replaced === false && earlier.binding.bound?.provisional === false;
  const wentTo = destination(page, site, signal, left);
  let replaced = earlier?.replaced ?? true;
  let address = earlier?.address ?? page.location.href;

  const observer = new MutationObserver((records) => run(() => take(records), records.length));

  const take = (records: readonly MutationRecord[]): void => {
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

  const observe = (): void => {
    const attributes = reader.dialect()?.attributes;
    observer.observe(page, {
      subtree: true,
      childList: true,
      characterData: true,
      ...(attributes && { attributeFilter: [...attributes] }),
    });
  };

  const rest = resting({
    page,
    reader,
    observer,
    observe,
    safely: (act) => safely(act),
    stirred: () => pass(),
  });

  /** By a clock that nobody sets. */
  const soon = (): void => {
    changedAt = performance.now();
    if (unread) return; // the next look is on its way
    if (dirtySince === undefined) {
      dirtySince = changedAt;
      clearTimeout(timer);
      timer = setTimeout(passOrWait, PAUSE);
    } else if (changedAt - dirtySince >= CEILING) pass();
  };
  /** Words come by the hundred: to set the timer anew for each would cost more than all else that is done for them. */
  const passOrWait = (): void => {
    const now = performance.now();
    const wait = Math.min(changedAt + PAUSE, (dirtySince ?? now) + CEILING) - now;
    if (wait > 0) timer = setTimeout(passOrWait, wait);
    else pass();
  };
  const at = (delay: number): void => {
    clearTimeout(timer);
    timer = setTimeout(pass, delay);
  };

  /** In a hidden tab nobody is kept waiting, and timers are slow. */
  const pass = (): void => readUnder(page.location.href, page.hidden ? undefined : SLICE);
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
    clearTimeout(timer);
    clearTimeout(still);
    dirtySince = undefined;
    unread = false;
    safely(() => {
      passedAt = Date.now();
      rest.end();
      const again = look(href, Date.now(), atMost);
      if (signal.aborted) return;
      if (unread) at(0);
      else if (again) at(LOOK);
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
      at(CEILING);
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
    observer.disconnect();
    rest.stop();
    clearTimeout(timer);
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

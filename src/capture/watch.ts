import type { Batch, Turn } from '../model/turn';
import type { Dialect, Place, Reading, Site } from '../sites/site';
import { type Binding, type Bound, belongs, bind, samePlace, unbound } from './binding';
import { type Mounted, mountedTurns } from './mounted';
import { type Stillness, settle, toTurn } from './settle';

/** Text that goes on growing is read this long after the last change … */
const PAUSE = 300;
/** … but no later than this after the first: with the way to the store it stays below the promised 2 s. */
const CEILING = 1_000;
/** How often an unfinished answer is looked at though nothing changes in it: its end shows elsewhere. */
const LOOK = 600;

/** What was handed on last of a turn. */
interface Sent {
  readonly reading: Reading;
  readonly state: Turn['state'];
  readonly text: string;
}

interface Options {
  readonly page: Document;
  readonly site: Site;
  readonly signal: AbortSignal;
  readonly found: (batch: Batch) => void;
  readonly moved: (place: Place, bound: Bound | undefined) => void;
}

/** Watches one page until the signal: one observer, changed turns only, nothing thrown into the page. */
export function watch({ page, site, signal, found, moved }: Options): void {
  const window = page.defaultView;
  if (!window) return;
  let dialect: Dialect | undefined;
  let mounted: Mounted | undefined;
  let binding: Binding = unbound;
  let sent = new Map<string, Sent>();
  let stillness = new Map<string, Stillness>();
  let about: { url: string; title?: string | undefined } = { url: '' };
  let sentThread = '';
  let sentWindow: readonly string[] = [];
  let unfinished = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dirtySince: number | undefined;
  let wentTo: Place = { kind: 'none' };
  let replaced = true;
  let address = page.location.href;

  const observer = new MutationObserver((records) => {
    const touched = mounted ? mounted.note(records) : true;
    if (touched || records.some(({ target }) => target.nodeName === 'TITLE')) soon();
  });

  const detect = (): void => {
    const fitting = site.dialects.find((candidate) => candidate.fits(page));
    mounted?.relist();
    if (fitting === dialect && mounted) return;
    dialect = fitting;
    mounted = dialect && mountedTurns(dialect);
    observer.observe(page, {
      subtree: true,
      childList: true,
      characterData: true,
      ...(dialect && { attributeFilter: [...dialect.attributes] }),
    });
  };

  const soon = (): void => {
    const now = Date.now();
    dirtySince ??= now;
    if (now - dirtySince >= CEILING) pass();
    else at(Math.min(PAUSE, CEILING - (now - dirtySince)));
  };
  const at = (delay: number): void => {
    clearTimeout(timer);
    timer = setTimeout(pass, delay);
  };

  const pass = (): void => readUnder(page.location.href);

  /** The address has just moved on; what stands in the page is still that of the one before. */
  const passBeforeMove = (event: Event & { navigationType?: string }): void => {
    replaced &&= event.navigationType === 'replace';
    if (address !== page.location.href) readUnder(address);
    soon();
  };

  const readUnder = (href: string): void => {
    clearTimeout(timer);
    dirtySince = undefined;
    if (signal.aborted) return;
    const now = Date.now();
    const url = new URL(href);
    if (!mounted || href !== address) detect();
    address = href;

    if (unfinished) mounted?.lookAtNewest();
    const readings = mounted?.read(page) ?? [];
    const before = binding.bound;
    const place = site.place(url);
    binding = bind(binding, {
      place,
      turns: readings,
      now,
      left: samePlace(wentTo, place),
      replaced,
      newKey: () => `local:${crypto.randomUUID()}`,
    });
    if (!sameConversation(before, binding.bound)) {
      sent = new Map();
      stillness = new Map();
      about = { url: '' };
      sentWindow = [];
      sentThread = '';
    }
    if (binding.moved === undefined && href === page.location.href) replaced = true;
    moved(place, binding.bound);
    unfinished = false;
    const own = readings.filter((reading) => belongs(binding, reading));
    if (binding.bound) report(binding.bound, url, own, now);
    if (unfinished || binding.moved !== undefined) at(LOOK);
  };

  /** Hands on what is new since the last time. */
  const report = (bound: Bound, url: URL, readings: readonly Reading[], now: number): void => {
    const keys: string[] = [];
    const turns: Turn[] = [];
    for (const [i, reading] of readings.entries()) {
      const last = sent.get(reading.key);
      // Most turns are long settled: a thread's length must not show in what a streamed word costs.
      if (last?.reading === reading && last.state === 'final') {
        keys.push(reading.key);
        continue;
      }
      const { state, still } = settle(reading, stillness.get(reading.key), i === readings.length - 1, now);
      stillness.set(reading.key, still);
      unfinished ||= state === 'streaming';
      const turn = toTurn(reading, state);
      if (!turn) continue;
      keys.push(turn.key);
      const text = JSON.stringify(turn);
      if (last?.text !== text) turns.push(turn);
      sent.set(turn.key, { reading, state, text });
    }
    // While the address already names another conversation, so may the title.
    if (binding.moved === undefined || about.url === '') {
      about = { url: url.origin + url.pathname, title: site.title(page)?.slice(0, 1_000) };
    }
    const { title } = about;
    const thread = { ...bound, formerKeys: [...bound.formerKeys], url: about.url, ...(title && { title }) };
    const newThread = JSON.stringify(thread);
    if (turns.length === 0 && newThread === sentThread) return;
    const sameWindow = keys.length === sentWindow.length && keys.every((key, i) => key === sentWindow[i]);
    sentThread = newThread;
    sentWindow = keys;
    found({ site: site.id, thread, turns, ...(!sameWindow && { window: keys }) });
  };

  const leave = (event: Event): void => {
    const link = event.type === 'popstate' ? page.location.href : linkOf(event.target);
    if (link !== undefined && URL.canParse(link)) wentTo = site.place(new URL(link));
  };
  page.addEventListener('click', leave, { signal, capture: true, passive: true });
  window.addEventListener('popstate', leave, { signal });
  page.addEventListener('visibilitychange', () => page.hidden && pass(), { signal });
  window.addEventListener('pagehide', pass, { signal });
  (window as { navigation?: EventTarget }).navigation?.addEventListener(
    'currententrychange',
    passBeforeMove,
    {
      signal,
    },
  );
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  pass();
}

/** A conversation that took its lasting key is still the same one. */
const sameConversation = (a: Bound | undefined, b: Bound | undefined): boolean =>
  a?.key === b?.key || (a !== undefined && b?.formerKeys.includes(a.key) === true);

const linkOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]')?.href : undefined;

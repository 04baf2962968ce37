import type { Reply, Response } from '../messages/protocol';
import type { Diagnostics, Drift, TabStatus } from '../model/status';
import type { Place, Site } from '../sites/site';
import { type Binding, unbound } from './binding';
import { deliver, type Keep } from './deliver';
import type { Life } from './life';
import { meter } from './meter';
import { isHeld, keysOf, mayWatch, type Permission } from './permission';
import { statusOf } from './status';
import { type Sights, watch } from './watch';

interface Options {
  readonly page: Document;
  readonly site: Site;
  readonly life: Life;
  readonly hello: (threadKeys: readonly string[]) => Promise<Reply<Response<'capture/hello'>> | undefined>;
  /** A pause that was to end then has been waited out here. */
  readonly waited: (until: number) => Promise<unknown>;
  readonly keep: Keep;
  /** The page began or ceased to fit what is known of its site. */
  readonly examined: (drift: Drift | undefined) => void;
}

interface Capture {
  /** Capture may have been switched on or off: ask the worker. */
  askAgain(): void;
  /** The user wants the conversation that stands here kept, though it would not be. */
  keepThis(): void;
  subscribe(listener: (status: TabStatus) => void): () => void;
  /** What it has done in this page so far. */
  diagnose(): Diagnostics;
}

/** How long to wait before asking a worker again that did not answer. */
const RETRY = 1_000;
/** No pause that ends by itself is longer. */
const HOUR = 3_600_000;

/** Captures one tab for as long as it lives: asks whether it may, watches the page, delivers what it finds. */
export function capture({ page, site, life, hello, waited, keep, examined }: Options): Capture {
  const { signal } = life;
  const since = Date.now();
  const cost = meter();
  let sights: Sights | undefined;
  let lastBatch: Diagnostics['lastBatch'];
  const listeners = new Set<(status: TabStatus) => void>();
  let permission: Permission = { answer: { capture: 'on' }, threadKeys: [] };
  let place: Place = { kind: 'none' };
  let binding: Binding = unbound;
  /** The address under which the page was read last. */
  let address = page.location.href;
  let drift: Drift | undefined;
  /** Was something refused that was read since watching began? */
  let refused = false;
  let watching: AbortController | undefined;
  /** Notices that the tab leaves the one conversation that is paused. */
  let resting: AbortController | undefined;
  let ending: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => {
    clearTimeout(retry);
    clearTimeout(ending);
    resting?.abort();
  });

  const here = (): Place => site.place(new URL(page.location.href));
  const status = (): TabStatus =>
    statusOf({ site, permission, watched: !!watching, place, here: here(), binding, delivery, drift });
  const publish = (): void => {
    for (const listener of listeners) listener(status());
  };

  const delivery = deliver({
    keep,
    signal,
    changed: publish,
    stopped: ({ key, formerKeys }) => {
      refused = true;
      void ask([key, ...formerKeys]);
    },
  });

  const start = (replaced = true): void => {
    resting?.abort();
    watching = new AbortController();
    const seen = watch({
      page,
      site,
      signal: AbortSignal.any([signal, watching.signal]),
      run: (act, changes = 0) => {
        cost.count(changes);
        if (!life.isOver()) cost.measure(act);
      },
      ...(binding !== unbound && { earlier: { binding, address, replaced } }),
      found: (batch) => {
        if (!isHeld(permission, [batch.thread.key, ...batch.thread.formerKeys])) {
          lastBatch = { at: Date.now(), turns: batch.turns.length };
          delivery.add(batch);
        }
        publish();
      },
      moved: (nowAt, next) => {
        place = nowAt;
        binding = next;
        obey();
        publish();
      },
      examined: (found) => {
        drift = found;
        examined(found);
        publish();
      },
    });
    // The first look may have found that this may not be watched.
    if (watching) sights = seen;
  };

  const stop = (): void => {
    watching?.abort();
    watching = undefined;
    sights = undefined;
    refused = false;
    address = page.location.href;
    // What is not watched is not understood any worse than before.
    if (drift) examined(undefined);
    drift = undefined;
  };

  /** A tab that may not be captured costs its page nothing: no observer, and no timer but for the pause's end. */
  const obey = (): void => {
    if (mayWatch(permission, { binding, place }, here())) {
      if (!watching) start();
      return;
    }
    if (watching) stop();
    resting?.abort();
    const keys = keysOf(binding.bound);
    if (!isHeld(permission, keys)) {
      binding = unbound;
      return;
    }
    // Whose turns stand there is remembered, so that the conversation is known again under its lasting key.
    if (!permission.threadKeys.includes(keys[0] ?? '')) void ask();
    resting = new AbortController();
    onNavigation(page, resting.signal, start);
  };

  const allow = (next: Permission): void => {
    permission = next;
    clearTimeout(ending);
    const until = next.answer.capture === 'paused' ? next.answer.pause.until : undefined;
    if (until !== undefined) ending = setTimeout(() => end(until), Math.min(until - Date.now(), HOUR));
    obey();
    // A pause may be over before this tab has heard of it: what it refused is told again.
    if (refused && watching && next.answer.capture !== 'paused') {
      stop();
      start();
    }
    publish();
  };
  const end = (until: number): void =>
    void waited(until)
      .catch(() => undefined)
      .then(() => ask());

  const ask = async (threadKeys = keysOf(binding.bound)): Promise<void> => {
    clearTimeout(retry);
    const reply = await hello(threadKeys).catch(() => undefined);
    if (reply?.ok) allow({ answer: reply.value, threadKeys });
    else if (!signal.aborted) retry = setTimeout(() => void ask(), RETRY);
  };
  // A page that the browser had put away, for going back to it, was told nothing there.
  page.defaultView?.addEventListener('pageshow', ({ persisted }) => persisted && void ask(), { signal });
  // Watching begins before the worker has answered: a page left in between would be lost. If it may not be
  // captured, the worker takes nothing and the answer ends it.
  start();
  void ask();

  return {
    askAgain: () => void ask(),
    keepThis() {
      if (binding.bound || (!watching && permission.answer.capture === 'paused')) return;
      const known = watching ? binding : { place: here(), seen: new Map() };
      stop();
      binding = { ...known, asked: true };
      start();
      publish();
    },
    subscribe(listener) {
      listeners.add(listener);
      listener(status());
      return () => listeners.delete(listener);
    },
    diagnose() {
      const { threadKeys: _, ...rest } = status();
      const seen = sights?.() ?? { mounted: 0, known: 0, resting: false };
      return { ...rest, ...seen, ...(lastBatch && { lastBatch }), since, ...cost.read() };
    },
  };
}

/** Tells of the next change of address, and whether it was only replaced. */
function onNavigation(page: Document, signal: AbortSignal, act: (replaced: boolean) => void): void {
  const { navigation } = (page.defaultView ?? {}) as { navigation?: EventTarget };
  const listener = (event: Event & { navigationType?: string }): void =>
    act(event.navigationType === 'replace');
  navigation?.addEventListener('currententrychange', listener, { signal, once: true });
}

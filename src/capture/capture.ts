import type { Diagnostics, Drift, TabStatus } from '../model/status';
import type { Place, Site } from '../sites/site';
import { type Ask, asking } from './ask';
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
  readonly hello: Ask['hello'];
  readonly waited: Ask['waited'];
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
  signal.addEventListener('abort', () => resting?.abort());

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
      ask([key, ...formerKeys]);
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
    if (!permission.threadKeys.includes(keys[0] ?? '')) ask();
    resting = new AbortController();
    onNavigation(page, resting.signal, start);
  };

  const answered = (next: Permission): void => {
    permission = next;
    obey();
    // A pause may be over before this tab has heard of it: what it refused is told again.
    if (refused && watching && next.answer.capture !== 'paused') {
      stop();
      start();
    }
    publish();
  };
  const consent = asking({ hello, waited, signal, answered, again: () => ask() });
  const ask = (threadKeys = keysOf(binding.bound)): void => consent.ask(threadKeys);
  // A page that the browser had put away, for going back to it, was told nothing there.
  page.defaultView?.addEventListener('pageshow', ({ persisted }) => persisted && ask(), { signal });
  // Watching begins before the worker has answered: a page left in between would be lost. If it may not be
  // captured, the worker takes nothing and the answer ends it.
  start();
  ask();

  return {
    askAgain: () => ask(),
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

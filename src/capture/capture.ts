import type { Reply, Response } from '../messages/protocol';
import type { Diagnostics, Drift, TabStatus } from '../model/status';
import type { Place, Site } from '../sites/site';
import type { Bound } from './binding';
import { deliver, type Keep } from './deliver';
import type { Life } from './life';
import { meter } from './meter';
import { type Sights, watch } from './watch';

interface Options {
  readonly page: Document;
  readonly site: Site;
  readonly life: Life;
  readonly hello: () => Promise<Reply<Response<'capture/hello'>> | undefined>;
  readonly keep: Keep;
  /** The page began or ceased to fit what is known of its site. */
  readonly examined: (drift: Drift | undefined) => void;
}

interface Capture {
  /** Capture may have been switched on or off: ask the worker. */
  askAgain(): void;
  subscribe(listener: (status: TabStatus) => void): () => void;
  /** What it has done in this page so far. */
  diagnose(): Diagnostics;
}

/** How long to wait before asking a worker again that did not answer. */
const RETRY = 1_000;

/** Captures one tab for as long as it lives: asks whether it may, watches the page, delivers what it finds. */
export function capture({ page, site, life, hello, keep, examined }: Options): Capture {
  const { signal } = life;
  const since = Date.now();
  const cost = meter();
  let sights: Sights | undefined;
  let lastBatch: Diagnostics['lastBatch'];
  const listeners = new Set<(status: TabStatus) => void>();
  let allowed: 'on' | 'paused' | 'private' = 'on';
  let place: Place = { kind: 'none' };
  let bound: Bound | undefined;
  let drift: Drift | undefined;
  let watching: AbortController | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(retry));

  const status = (): TabStatus => {
    const problem = delivery.problem();
    return {
      site: site.id,
      siteName: site.name,
      state: allowed !== 'on' ? allowed : bound || place.kind === 'thread' ? 'capturing' : stateAt(place),
      waiting: delivery.waiting(),
      threadKeys: bound ? [bound.key, ...bound.formerKeys] : [],
      ...(problem && { problem }),
      ...(drift && { drift }),
    };
  };
  const publish = (): void => {
    for (const listener of listeners) listener(status());
  };

  const delivery = deliver({ keep, signal, changed: publish, stopped: (why) => allow(why) });

  /** A tab that may not be captured costs its page nothing: no observer, no timer. */
  const allow = (answer: 'on' | 'paused' | 'private'): void => {
    allowed = answer;
    if (answer !== 'on') {
      watching?.abort();
      watching = undefined;
      sights = undefined;
      // What is not watched is not understood any worse than before.
      if (drift) examined(undefined);
      drift = undefined;
    } else if (!watching) {
      watching = new AbortController();
      sights = watch({
        page,
        site,
        signal: AbortSignal.any([signal, watching.signal]),
        run: (act, changes = 0) => {
          cost.count(changes);
          if (!life.isOver()) cost.measure(act);
        },
        found: (batch) => {
          lastBatch = { at: Date.now(), turns: batch.turns.length };
          delivery.add(batch);
          publish();
        },
        moved: (nowAt, nowBound) => {
          place = nowAt;
          bound = nowBound;
          publish();
        },
        examined: (found) => {
          drift = found;
          examined(found);
          publish();
        },
      });
    }
    publish();
  };

  const ask = async (): Promise<void> => {
    clearTimeout(retry);
    const reply = await hello().catch(() => undefined);
    if (reply?.ok) allow(reply.value.capture);
    else if (!signal.aborted) retry = setTimeout(() => void ask(), RETRY);
  };
  // Watching begins before the worker has answered: a page left in between would be lost. If it may not be
  // captured, the worker takes nothing and the answer ends it.
  allow('on');
  void ask();

  return {
    askAgain: () => void ask(),
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

const stateAt = (place: Exclude<Place, { kind: 'thread' }>): TabStatus['state'] =>
  place.kind === 'new' && place.untold ? 'untold' : place.kind;

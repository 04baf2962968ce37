import type { BrowserContext, CDPSession } from '@playwright/test';

/** What the browser's own trace says of a while: milliseconds of the page's main thread. */
export interface Traced {
  /** In an extension's callbacks and whatever they caused at once; 0 where there is none. */
  readonly inside: number;
  /** The longest of them. */
  readonly longest: number;
  /** How many there were. */
  readonly calls: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: {
    readonly data?: { readonly url?: string };
    readonly worldName?: string;
    readonly chrome_mojo_event_info?: { readonly mojo_interface_tag?: string };
  };
}

/** Follows the browser until it is asked to end. The page must use no promises: what runs as one counts as an extension's. */
export async function trace(context: BrowserContext): Promise<() => Promise<Traced>> {
  const browser = context.browser();
  if (!browser) throw new Error('There is no browser to trace.');
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'v8', 'toplevel', 'mojom'],
      excludedCategories: ['*'],
    },
  });
  return async () => {
    const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    return sumOf(events);
  };
}

/** Callbacks in a world of their own, which is where content scripts live; promises; messages to them and their ends. */
const isCall = ({ name, args }: TraceEvent): boolean =>
  name === 'RunMicrotasks' ||
  (name === 'v8.callFunction' && args?.worldName?.startsWith('__playwright') === false) ||
  args?.chrome_mojo_event_info?.mojo_interface_tag?.startsWith('extensions.') === true;

function sumOf(events: readonly TraceEvent[]): Traced {
  const page = events.find(
    ({ name, args }) => name === 'FunctionCall' && args?.data?.url?.startsWith('https:'),
  );
  const calls = events
    .filter(({ pid, tid, ph }) => ph === 'X' && pid === page?.pid && tid === page.tid)
    .filter(isCall)
    .sort((a, b) => a.ts - b.ts);
  let [inside, longest, count, until] = [0, 0, 0, 0];
  for (const { ts, dur = 0, tdur = dur } of calls) {
    if (ts < until) continue; // within the one before
    until = ts + dur;
    inside += tdur / 1_000;
    longest = Math.max(longest, tdur / 1_000);
    count++;
  }
  return { inside, longest, calls: count };
}

/** Milliseconds that the page's main thread was busy at all, with whatever. */
export async function busy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

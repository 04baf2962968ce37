import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { bundle } from '../support/bundle';
import { root } from '../support/install.mjs';
import { type Launched, launchWith, oursIn, peerIn } from './extensions';
import { busy, type Traced, trace } from './trace';

declare const window: Window & {
  thread: {
    build(layout: string, turns: number): void;
    prepare(tokens: number): void;
    stream(tokens: number, slower: number): Promise<void>;
  };
};

const SIZES = [20, 200, 2_000];
const TOKENS = 10_000;
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
/** So many of our seconds pass in one. */
const CLOCK = 10;

interface Way {
  readonly name: string;
  readonly fill?: (folder: string) => Promise<void> | void;
  /** How many of the tokens are streamed: what is slow is measured over a part, in the middle of the answer. */
  readonly tokens: (turns: number) => number;
  /** At the real pace, since its clock is the real one. */
  readonly slow?: boolean;
}

const OURS = 'Threadkeeper';
const WAYS: readonly Way[] = [
  { name: 'no extension', tokens: () => TOKENS },
  { name: OURS, fill: (folder) => oursIn(folder, CLOCK), tokens: () => TOKENS },
  {
    name: 'whole re-read, debounced',
    fill: (folder) => peerIn(folder, 'debounced'),
    tokens: () => 400,
    slow: true,
  },
  {
    name: 'whole re-read, each change',
    fill: (folder) => peerIn(folder, 'each change'),
    tokens: (turns) => (turns > 200 ? 40 : 400),
    slow: true,
  },
];

interface Sample extends Traced {
  /** Of the whole main thread. */
  readonly busy: number;
  readonly tokens: number;
}

/** Prints main-thread milliseconds per 1,000 streamed tokens, all ways and sizes interleaved in one run. */
export async function benchPageCost(): Promise<void> {
  execFileSync(process.execPath, [`${root}/node_modules/wxt/bin/wxt.mjs`, 'build'], { cwd: root });
  const script = await bundle(fileURLToPath(new URL('long-thread.ts', import.meta.url)));
  const browsers = new Map<string, Launched>();
  for (const { name, fill } of WAYS) browsers.set(name, await launchWith(fill));
  const samples = new Map<string, Sample[]>();
  for (let round = 0; round < ROUNDS; round++)
    for (const turns of SIZES)
      for (const way of WAYS) {
        const browser = browsers.get(way.name);
        if (!browser) continue;
        const sample = await measure(browser, way, turns, round, script);
        const id = `${way.name}/${turns}`;
        samples.set(id, [...(samples.get(id) ?? []), sample]);
        if (process.env['VERBOSE']) console.log(id, sample);
      }
  for (const browser of browsers.values()) await browser.close();
  print(samples);
}

async function measure(
  { context }: Launched,
  way: Way,
  turns: number,
  round: number,
  script: string,
): Promise<Sample> {
  const page = await context.newPage();
  await page.route('https://chatgpt.com/**', (route) => {
    const isScript = new URL(route.request().url()).pathname === '/page.js';
    return isScript
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><title>ChatGPT</title><body><script src="/page.js"></script></body>',
        });
  });
  const id = `6b1c2d3e-${String(turns).padStart(4, '0')}-43ee-9a3e-${String(round).padStart(12, '0')}`;
  await page.goto(`https://chatgpt.com/c/${id}`);
  const tokens = way.tokens(turns);
  await page.evaluate(
    ([layout, count, before]) => {
      window.thread.build(layout, count);
      window.thread.prepare(before);
    },
    [process.env['LAYOUT'] ?? 'classic', turns, Math.floor((TOKENS - tokens) / 2)] as const,
  );
  await settled(context, page, turns);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await busy(session);
  const end = await trace(context);
  await page.evaluate(([n, slower]) => window.thread.stream(n, slower), [
    tokens,
    way.slow ? CLOCK : 1,
  ] as const);
  await page.waitForTimeout(1_000); // ten seconds of ours: the answer counts as finished, and the page is examined
  const traced = await end();
  const sample = { ...traced, busy: (await busy(session)) - before, tokens };
  await page.close();
  return sample;
}

/** Waits until a thread that was just opened has been read, and kept by the worker if there is one. */
async function settled(context: BrowserContext, page: Page, turns: number): Promise<void> {
  const [worker] = context.serviceWorkers();
  while (worker && (await worker.evaluate(countMessages, new URL(page.url()).pathname)) < turns)
    await page.waitForTimeout(200);
  await page.waitForTimeout(1_500);
}

/** Runs in the worker, without any code of ours. */
const countMessages = async (path: string): Promise<number> => {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const names = (await indexedDB.databases()).map(({ name }) => name);
  if (!names.includes('threadkeeper')) return 0; // to open it now would make an empty one
  const db = await done(indexedDB.open('threadkeeper'));
  const read = db.transaction(['threads', 'messages']);
  const threads: { id: string; url: string }[] = await done(read.objectStore('threads').getAll());
  const id = threads.find(({ url }) => url.endsWith(path))?.id;
  const index = read.objectStore('messages').index('[threadId+position]');
  const count =
    id === undefined ? 0 : await done(index.count(IDBKeyRange.bound([id, -Infinity], [id, Infinity])));
  db.close();
  return count;
};

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

function print(samples: ReadonlyMap<string, readonly Sample[]>): void {
  const per = (way: string, turns: number, of: (sample: Sample) => number): number =>
    median((samples.get(`${way}/${turns}`) ?? []).map((sample) => (of(sample) / sample.tokens) * 1_000));
  const inside = (way: string, turns: number) => per(way, turns, (sample) => sample.inside);
  const round = (value: number) => Number(value.toPrecision(3));
  console.log(
    `\nMain-thread milliseconds per 1,000 streamed tokens, medians of ${ROUNDS} interleaved rounds`,
  );
  console.table(
    Object.fromEntries(
      WAYS.map(({ name }) => [
        name,
        {
          ...Object.fromEntries(SIZES.map((turns) => [`${turns} turns`, round(inside(name, turns))])),
          '2,000 : 20': round(inside(name, 2_000) / inside(name, 20)),
          'times ours at 2,000': round(inside(name, 2_000) / inside(OURS, 2_000)),
          'longest ms': round(
            Math.max(
              ...SIZES.flatMap((turns) => samples.get(`${name}/${turns}`) ?? []).map(
                ({ longest }) => longest,
              ),
            ),
          ),
          ...Object.fromEntries(
            SIZES.map((turns) => [`page busy, ${turns}`, round(per(name, turns, ({ busy: all }) => all))]),
          ),
        },
      ]),
    ),
  );
}

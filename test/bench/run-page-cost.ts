import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundle } from '../support/bundle';
import { root } from '../support/install.mjs';
import { type Launched, launchWith, oursIn, peerIn } from './extensions';
import { REST, settled } from './settled';
import { busy, type Traced, trace } from './trace';

declare const window: Window & {
  thread: {
    build(layout: string, turns: number): void;
    prepare(tokens: number): void;
    stream(tokens: number, every: number, perUpdate: number, nodes: boolean): Promise<void>;
  };
};

const SIZES = [20, 200, 2_000];
const TOKENS = 10_000;
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
/** `classic` or `app-shell`: how ChatGPT's page is built. */
const LAYOUT = process.env['LAYOUT'] ?? 'classic';

/** How often the page is updated, in milliseconds, with so many tokens. */
interface Pace {
  readonly every: number;
  readonly tokens: number;
}
/** 1,000 tokens a second, in each frame what has come. */
const FAST: Pace = { every: 16, tokens: 16 };
/** 100 tokens a second in 25 updates, for a script whose clock runs ten times as fast. */
const USUAL: Pace = { every: 4, tokens: 4 };
const CLOCK = 10;

interface Way {
  readonly name: string;
  readonly fill?: (folder: string) => Promise<void> | void;
  readonly pace: Pace;
  /** Does each token come in an element of its own? Otherwise texts grow. */
  readonly nodes?: boolean;
  /** How many of the tokens are streamed: what is slow is measured over a part, in the middle of the answer. */
  readonly tokens?: number;
}

const OURS = 'Threadkeeper';
/** A part of a way's name, to measure nothing else. */
const ONLY = process.env['ONLY'] ?? '';
const ALL_WAYS: readonly Way[] = [
  { name: 'no extension', pace: FAST },
  { name: 'an observer that does nothing', fill: (folder) => peerIn(folder, 'observer only'), pace: FAST },
  { name: OURS, fill: (folder) => oursIn(folder, 1), pace: FAST },
  { name: `${OURS}, an element a token`, fill: (folder) => oursIn(folder, 1), pace: FAST, nodes: true },
  {
    name: 'whole re-read, debounced (2,000 tokens)',
    fill: (folder) => peerIn(folder, 'debounced'),
    pace: FAST,
    tokens: 2_000,
  },
  {
    name: 'whole re-read, each change (320 tokens)',
    fill: (folder) => peerIn(folder, 'each change'),
    pace: FAST,
    tokens: 320,
  },
  { name: `${OURS}, 100 tokens a second`, fill: (folder) => oursIn(folder, CLOCK), pace: USUAL },
];
const WAYS = ALL_WAYS.filter(({ name }) => name.includes(ONLY));
const LEGEND = `
Main-thread milliseconds per 1,000 tokens that stream into a thread (${LAYOUT}), medians of ${ROUNDS} interleaved rounds.
Processor time in the content script's callbacks, timers, promises and messages, from the browser's trace; the built
extension, with its worker and its database. "busy": all that the page's main thread did, tracing included.
1,000 tokens a second, one update of the page per frame, by texts that grow and now and then an element; in one row each
token comes in an element of its own. The answer's action bar comes with its end. Last row: 100 a second in 25 updates, with the page and the
extension's clock ten times as fast. The two that read all again get only so many tokens, in mid-answer; they read with
our reader and hand nothing on. "longest": the longest single callback in any round. "±": half the spread at 2,000.`;

interface Sample extends Traced {
  /** Of the whole main thread. */
  readonly busy: number;
  readonly tokens: number;
}

/** Prints main-thread milliseconds per 1,000 streamed tokens, all ways and sizes interleaved in one run. */
export async function benchPageCost(): Promise<void> {
  execFileSync(process.execPath, [`${root}/node_modules/wxt/bin/wxt.mjs`, 'build'], { cwd: root });
  const script = await bundle(fileURLToPath(new URL('long-thread.ts', import.meta.url)));
  const browsers: (readonly [Way, Launched])[] = [];
  for (const way of WAYS) browsers.push([way, await launchWith(way.fill)]);
  const samples = new Map<string, Sample[]>();
  for (let round = 0; round < ROUNDS; round++)
    for (const turns of SIZES)
      for (const [way, browser] of browsers) {
        const sample = await measure(browser, way, turns, round, script);
        const id = `${way.name}/${turns}`;
        samples.set(id, [...(samples.get(id) ?? []), sample]);
      }
  for (const [, browser] of browsers) await browser.close();
  print(samples);
}

async function measure(
  { context }: Launched,
  { pace, nodes = false, tokens = TOKENS }: Way,
  turns: number,
  round: number,
  script: string,
): Promise<Sample> {
  const page = await context.newPage();
  const html = '<!doctype html><title>ChatGPT</title><body><script src="/page.js"></script></body>';
  await page.route('https://chatgpt.com/**', (route) =>
    new URL(route.request().url()).pathname === '/page.js'
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({ contentType: 'text/html', body: html }),
  );
  const id = `6b1c2d3e-${String(turns).padStart(4, '0')}-43ee-9a3e-${String(round).padStart(12, '0')}`;
  await page.goto(`https://chatgpt.com/c/${id}`);
  await page.evaluate(
    ([layout, count, written]) => {
      window.thread.build(layout, count);
      window.thread.prepare(written);
    },
    [LAYOUT, turns, Math.floor((TOKENS - tokens) / 2)] as const,
  );
  await settled(context, page, turns);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await busy(session);
  const end = await trace(context);
  await page.evaluate(
    ([count, every, perUpdate, each]) => window.thread.stream(count, every, perUpdate, each),
    [tokens, pace.every, pace.tokens, nodes] as const,
  );
  await page.waitForTimeout(REST); // the answer counts as finished by then, and the page has been examined
  const traced = await end();
  const sample = { ...traced, busy: (await busy(session)) - before, tokens };
  await page.close();
  return sample;
}

const round = (value: number): number => Number(value.toPrecision(3));
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function print(samples: ReadonlyMap<string, readonly Sample[]>): void {
  const of = (way: string, turns: number): readonly Sample[] => samples.get(`${way}/${turns}`) ?? [];
  const per = (way: string, turns: number, what: 'inside' | 'busy'): number[] =>
    of(way, turns).map((sample) => (sample[what] / sample.tokens) * 1_000);
  const cost = (way: string, turns: number): number => median(per(way, turns, 'inside'));
  const rows = WAYS.map(({ name }) => {
    const most = per(name, 2_000, 'inside');
    const longest = SIZES.flatMap((turns) => of(name, turns)).map((sample) => sample.longest);
    const row: Record<string, number> = {};
    for (const turns of SIZES) row[`${turns} turns`] = round(cost(name, turns));
    row['±'] = round((Math.max(...most) - Math.min(...most)) / 2);
    row['2,000 : 20'] = round(cost(name, 2_000) / cost(name, 20));
    row['times ours'] = round(cost(name, 2_000) / cost(OURS, 2_000));
    row['longest'] = round(Math.max(...longest));
    for (const turns of SIZES) row[`busy, ${turns}`] = round(median(per(name, turns, 'busy')));
    return [name, row] as const;
  });
  console.log(LEGEND);
  console.table(Object.fromEntries(rows));
}

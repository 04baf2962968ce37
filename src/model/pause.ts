import type { Settings } from './settings';
import type { Pause } from './status';

/** How long a pause lasts that ends by itself. */
export const HOUR = 3_600_000;
const MINUTE = 60_000;

/** What a pause is about. Without keys it is the site, without a site everything. */
export interface Target {
  readonly site?: string | undefined;
  readonly threadKeys?: readonly string[] | undefined;
}

/** What keeps this conversation from being kept; the widest if more than one thing. */
export function pauseOf({ capture }: Settings, { site, threadKeys }: Target, now: number): Pause | undefined {
  const named = names(site, threadKeys).flatMap((name) => capture.threads[name] ?? []);
  return (
    during('everywhere', [!capture.enabled, capture.until], now) ??
    (site === undefined
      ? undefined
      : during('site', [capture.sites[site] === false, capture.sitesUntil[site] ?? 0], now)) ??
    during('thread', named, now)
  );
}

/** One of them is enough, and the one that lasts longest counts. */
function during(scope: Pause['scope'], ends: readonly (boolean | number)[], now: number): Pause | undefined {
  if (ends.includes(true)) return { scope };
  const until = Math.max(0, ...ends.map(Number));
  return until > now ? { scope, until } : undefined;
}

/** Until resumed if no end is given. */
export function pause(settings: Settings, { site, threadKeys }: Target, until?: number): Settings {
  const { capture } = settings;
  const change = (part: Partial<Settings['capture']>): Settings => ({
    ...settings,
    capture: { ...capture, ...part },
  });
  const threads = names(site, threadKeys).map((name) => [name, until ?? true]);
  if (threads.length > 0) return change({ threads: { ...capture.threads, ...Object.fromEntries(threads) } });
  if (site === undefined) return change(until === undefined ? { enabled: false } : { until });
  return change(
    until === undefined
      ? { sites: { ...capture.sites, [site]: false } }
      : { sitesUntil: { ...capture.sitesUntil, [site]: until } },
  );
}

/** Lifts all that keeps this conversation from being kept, and nothing else. */
export function resume(settings: Settings, { site, threadKeys }: Target): Settings {
  const { capture } = settings;
  const lifted = new Set(names(site, threadKeys));
  const here = site !== undefined && capture.sites[site] === false ? { [site]: true } : {};
  return {
    ...settings,
    capture: {
      enabled: true,
      until: 0,
      sites: { ...capture.sites, ...here },
      sitesUntil: without(capture.sitesUntil, (name) => name === site),
      threads: without(capture.threads, (name) => lifted.has(name)),
    },
  };
}

/** A conversation that was paused under an earlier key is paused under its present one, as long. */
export function followKey(settings: Settings, { site, threadKeys }: Target, now: number): Settings {
  const [name = '', ...former] = names(site, threadKeys);
  const { threads } = settings.capture;
  const found = during(
    'thread',
    former.flatMap((each) => threads[each] ?? []),
    now,
  );
  if (!found || threads[name] !== undefined) return settings;
  return pause(settings, { site, threadKeys: threadKeys?.slice(0, 1) }, found.until);
}

/** Without the pauses that end at this very time. */
export const endPause = (settings: Settings, end: number): Settings =>
  changeEnds(settings, (until) => (until === end ? 0 : until));

/**
 * Without pauses that are over. None lasts longer than an hour: an end further away than that comes of a clock that
 * was set back, and is drawn near. (Not for a few seconds, by which clocks are set all the time.)
 */
export const tidyPauses = (settings: Settings, now: number): Settings =>
  changeEnds(settings, (until) => {
    if (until <= now) return 0;
    return until > now + HOUR + MINUTE ? now + HOUR : until;
  });

/** When the next pause ends by itself. */
export function nextEnd({ capture }: Settings, now: number): number | undefined {
  const all = [capture.until, ...Object.values(capture.sitesUntil), ...Object.values(capture.threads)];
  const ends = all.filter((end): end is number => typeof end === 'number' && end > now);
  return ends.length > 0 ? Math.min(...ends) : undefined;
}

/** With every end replaced; those that become 0 are gone. */
function changeEnds(settings: Settings, change: (until: number) => number): Settings {
  const { capture } = settings;
  const changed = <T extends true | number>(ends: Record<string, T>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(ends).flatMap(([name, end]) => {
        const next = end === true ? end : (change(end) as T);
        return next === 0 ? [] : [[name, next]];
      }),
    );
  return {
    ...settings,
    capture: {
      ...capture,
      until: change(capture.until),
      sitesUntil: changed(capture.sitesUntil),
      threads: changed(capture.threads),
    },
  };
}

const names = (site: string | undefined, threadKeys: readonly string[] = []): string[] =>
  site === undefined ? [] : threadKeys.map((key) => `${site}/${key}`);

const without = <T>(from: Record<string, T>, gone: (name: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !gone(name)));

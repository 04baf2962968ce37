/** The order of a thread's turns, pieced together from the windows a page has shown. */
export interface Sequence {
  /** Keys in reading order. */
  readonly keys: readonly string[];
  /** For each key the position its message is stored at. */
  readonly positions: readonly number[];
  /** Keys at which an island begins: nothing has shown yet that it belongs after the key before it. */
  readonly islands: readonly string[];
  /** The places that the site itself has stated: a second witness. */
  readonly ordinals: Readonly<Record<string, number>>;
}

export const emptySequence: Sequence = { keys: [], positions: [], islands: [], ordinals: {} };

/** Below this, halving the gap between two positions would soon run out of digits: number the thread anew. */
const SMALLEST_GAP = 1e-6;

/**
 * Takes a window into the known order. A window is a true partial order, even with gaps: each run of unknown
 * keys goes before the first known key that follows it, or after the last known one before it. Islands that a
 * window has keys of are joined in its order. Where the site numbers all its turns, the numbers decide. Nothing is
 * ever removed.
 */
export function mergeWindow(
  known: Sequence,
  window: readonly string[],
  stated: Readonly<Record<string, number>> = {},
): Sequence {
  const ordinals = { ...known.ordinals, ...stated };
  const islands = merge(split(known), [...new Set(window)]);
  const numbered = byOrdinal(islands, ordinals);
  const keys = (numbered ?? islands).flat();
  const starts = (numbered ?? islands).slice(1).map(([first]) => first ?? '');
  const moved = keys.length !== known.keys.length || keys.some((key, i) => key !== known.keys[i]);
  const same = !moved && sameRecord(ordinals, known.ordinals) && starts.join() === known.islands.join();
  return same
    ? known
    : { keys, positions: moved ? place(keys, known) : known.positions, islands: starts, ordinals };
}

function split({ keys, islands }: Sequence): string[][] {
  const starts = new Set(islands);
  const parts: string[][] = [];
  for (const key of keys) {
    if (parts.length === 0 || starts.has(key)) parts.push([]);
    parts.at(-1)?.push(key);
  }
  return parts;
}

function merge(islands: readonly string[][], window: readonly string[]): string[][] {
  if (window.length === 0) return [...islands];
  const home = new Map(islands.flatMap((island) => island.map((key) => [key, island] as const)));
  const touched = [...new Set(window.map((key) => home.get(key)))].filter((island) => island !== undefined);
  if (touched.length === 0) return [...islands, [...window]];
  const joined = mergeKeys(touched.flat(), window);
  const first = islands.find((island) => touched.includes(island));
  return islands.flatMap((island) =>
    island === first ? [joined] : touched.includes(island) ? [] : [island],
  );
}

function mergeKeys(known: readonly string[], window: readonly string[]): string[] {
  const at = new Map(known.map((key, index) => [key, index]));
  const anchors = window.filter((key) => at.has(key));
  const inOrder = anchors.every((key, i) => i === 0 || index(at, anchors[i - 1]) < index(at, key));
  if (!inOrder) return moveIntoOrder(known, window);

  const before = new Map<string, string[]>();
  let run: string[] = [];
  for (const key of window) {
    if (!at.has(key)) run.push(key);
    else if (run.length > 0) {
      before.set(key, run);
      run = [];
    }
  }
  const merged = known.flatMap((key) => [...(before.get(key) ?? []), key]);
  const last = anchors.at(-1);
  merged.splice(last === undefined ? merged.length : merged.indexOf(last) + 1, 0, ...run);
  return merged;
}

/** A window that contradicts one island is right: what it shows follows its order, the rest keeps its neighbour. */
function moveIntoOrder(known: readonly string[], window: readonly string[]): string[] {
  const shown = new Set(window);
  const first = known.findIndex((key) => shown.has(key));
  const followers = new Map<string, string[]>();
  let leader = '';
  for (const key of known.slice(first)) {
    if (shown.has(key)) leader = key;
    else followers.set(leader, [...(followers.get(leader) ?? []), key]);
  }
  return [...known.slice(0, first), ...window.flatMap((key) => [key, ...(followers.get(key) ?? [])])];
}

/** Siblings of an edit share a number and keep the order they were merged in. */
function byOrdinal(
  islands: readonly string[][],
  ordinals: Readonly<Record<string, number>>,
): string[][] | undefined {
  const keys = islands.flat();
  if (keys.length === 0 || !keys.every((key) => ordinals[key] !== undefined)) return undefined;
  return [keys.sort((a, b) => (ordinals[a] ?? 0) - (ordinals[b] ?? 0))];
}

function place(keys: readonly string[], known: Sequence): number[] {
  const old = new Map(known.keys.map((key, i) => [key, known.positions[i] ?? 0]));
  const positions: number[] = [];
  let start = 0;
  while (start < keys.length) {
    const kept = old.get(keys[start] ?? '');
    if (kept !== undefined) {
      positions.push(kept);
      start++;
      continue;
    }
    let end = start;
    while (end < keys.length && !old.has(keys[end] ?? '')) end++;
    positions.push(...spread(end - start, positions.at(-1), old.get(keys[end] ?? '')));
    start = end;
  }
  const ascending = positions.every((p, i) => i === 0 || p - (positions[i - 1] ?? 0) > SMALLEST_GAP);
  return ascending ? positions : keys.map((_, i) => i + 1);
}

/** Positions for a run of `count` new keys between two stored ones, either of which may be missing. */
function spread(count: number, floor: number | undefined, ceiling: number | undefined): number[] {
  const steps = Array.from({ length: count }, (_, i) => i + 1);
  if (ceiling === undefined) return steps.map((step) => Math.floor(floor ?? 0) + step);
  if (floor === undefined) return steps.map((step) => Math.ceil(ceiling) - count - 1 + step);
  return steps.map((step) => floor + ((ceiling - floor) * step) / (count + 1));
}

const index = (at: ReadonlyMap<string, number>, key: string | undefined): number => at.get(key ?? '') ?? -1;

const sameRecord = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([key, value]) => b[key] === value);

/** The order of a thread's turns: keys in reading order, and for each the position its message is stored at. */
export interface Sequence {
  readonly keys: readonly string[];
  readonly positions: readonly number[];
}

export const emptySequence: Sequence = { keys: [], positions: [] };

/** Below this, halving the gap between two positions would soon run out of digits: number the thread anew. */
const SMALLEST_GAP = 1e-6;

/**
 * Takes a window into the known order. A window is a true partial order, even with gaps: each run of unknown
 * keys goes before the first known key that follows it, or after the last known one before it. A window that
 * shows known keys in another order than stored is right: they move. Nothing is ever removed.
 */
export function mergeWindow(known: Sequence, window: readonly string[]): Sequence {
  const keys = mergeKeys(known.keys, [...new Set(window)]);
  return keys === known.keys ? known : { keys, positions: place(keys, known) };
}

function mergeKeys(known: readonly string[], window: readonly string[]): readonly string[] {
  const at = new Map(known.map((key, index) => [key, index]));
  const anchors = window.filter((key) => at.has(key));
  const inOrder = anchors.every((key, i) => i === 0 || index(at, anchors[i - 1]) < index(at, key));
  if (inOrder && anchors.length === window.length) return known;
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

/** Rebuilds the order round the window: what the window shows follows its order, the rest keeps its neighbour. */
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

import type { ListRules } from './dialect';

/** Which rows a windowed list mounts for the part that is in view; all of them when rows have no height. */
export function visibleRows(
  count: number,
  fromTop: number,
  windowed: number,
  { rowHeight, pinned }: ListRules,
): Set<number> {
  if (rowHeight === 0) return new Set(Array.from({ length: count }, (_, i) => i));
  const top = Math.max(0, Math.floor(fromTop / rowHeight) - Math.floor(windowed / 4));
  const first = Math.max(0, Math.min(top, count - windowed));
  const rows = new Set(Array.from({ length: Math.min(windowed, count) }, (_, i) => first + i));
  for (let i = Math.max(0, count - pinned); i < count; i++) rows.add(i);
  return rows;
}

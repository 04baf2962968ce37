import type { ListRules } from './dialect';

/** Which turns are in the rows that are mounted. */
export function visibleTurns(
  count: number,
  fromTop: number,
  windowed: number,
  rules: ListRules,
): Set<number> {
  const { turnsPerRow } = rules;
  const rows = visibleRows(Math.ceil(count / turnsPerRow), fromTop, windowed, rules);
  const turns = Array.from({ length: count }, (_, i) => i);
  return new Set(turns.filter((i) => rows.has(Math.floor(i / turnsPerRow))));
}

/** Which rows a windowed list mounts for the part that is in view; all of them when rows have no height. */
function visibleRows(
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

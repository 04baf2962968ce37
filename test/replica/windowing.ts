import type { ReplicaBehaviour } from './conversation';
import type { Shell } from './dialect';

/** The newest rows never unmount on the classic page, so that its window has a hole when one scrolls up. */
const PINNED = { classic: 5, 'app-shell': 0 };

/** Which rows a windowed list mounts for the part that is in view; all of them when it is not windowed. */
export function visibleRows(
  shell: Shell,
  count: number,
  height: number,
  behaviour: ReplicaBehaviour,
): Set<number> {
  if (height === 0) return new Set(Array.from({ length: count }, (_, i) => i));
  const top = Math.max(0, Math.floor(shell.fromTop() / height) - Math.floor(behaviour.windowed / 4));
  const first = Math.max(0, Math.min(top, count - behaviour.windowed));
  const rows = new Set(Array.from({ length: Math.min(behaviour.windowed, count) }, (_, i) => first + i));
  for (let i = Math.max(0, count - PINNED[behaviour.dialect]); i < count; i++) rows.add(i);
  return rows;
}

import { progress, type ReplicaBehaviour, type ReplicaTurn, written } from './conversation';
import type { Pace, ShownTurn } from './dialect';

/** A turn as far as it is written at a time of the server's clock. */
export function shownAt(
  now: number,
  turn: ReplicaTurn,
  behaviour: ReplicaBehaviour,
  pace: Pace,
): Omit<ShownTurn, 'pending' | 'live'> {
  const { id, role, step, startedAt } = turn;
  const { count, done } = progress(turn, now, { ...behaviour, ...pace });
  return {
    id,
    role,
    parts: done ? turn.parts : written(turn.parts, count),
    step,
    done,
    startedAt,
    age: startedAt === undefined ? Number.POSITIVE_INFINITY : now - startedAt,
  };
}

import { progress, type ReplicaBehaviour, type ReplicaTurn, written } from './conversation';
import type { Pace, ReplicaDialect, ShownTurn } from './dialect';
import { type Alternative, nodeOf } from './tree';

type Written = Omit<ShownTurn, 'pending' | 'live' | 'place' | 'alternative' | 'changeable'>;

/** A turn as far as it is written at a time of the server's clock. */
export function shownAt(now: number, turn: ReplicaTurn, behaviour: ReplicaBehaviour, pace: Pace): Written {
  const { id, role, step, startedAt, draft } = turn;
  const { count, done } = progress(turn, now, { ...behaviour, ...pace });
  return {
    id,
    role,
    parts: done ? turn.parts : written(turn.parts, count),
    step,
    done,
    startedAt,
    age: startedAt === undefined ? Number.POSITIVE_INFINITY : now - startedAt,
    draft,
  };
}

/** What a person may do with a turn at a place among so many, and how many alternatives it has. */
export function changesAt(
  place: number,
  count: number,
  turn: ReplicaTurn,
  alternatives: Readonly<Record<string, Alternative>>,
  { changes }: ReplicaDialect,
): Pick<ShownTurn, 'place' | 'alternative' | 'changeable'> {
  const changeable = changes !== 'newest' || place >= count - 2;
  const flips = changeable && (changes !== 'newest' || turn.role === 'assistant');
  return { place, alternative: flips ? alternatives[nodeOf(turn)] : undefined, changeable };
}

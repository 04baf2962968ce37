import type { Ledger } from './thread';

interface Known {
  readonly captured: number;
  /** Places of the site's numbering of which a turn is kept. */
  readonly filled: number;
  /** The largest ordinal the site has shown in this thread. */
  readonly expected: number | undefined;
  /** Watched from its first turn on, without a hole since. */
  readonly watched: boolean;
}

/** The strongest truth that the evidence allows. A turn count of the site beats having watched. */
export function assess({ captured, filled, expected, watched }: Known, now: number): Ledger {
  if (expected !== undefined) {
    const state = filled >= expected ? 'live' : 'partial';
    return { state, captured, expected, evidence: 'ordinals', checkedAt: now };
  }
  return watched
    ? { state: 'live', captured, evidence: 'watched', checkedAt: now }
    : { state: 'unknown', captured, evidence: 'none', checkedAt: now };
}

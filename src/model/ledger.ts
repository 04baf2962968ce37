import type { Ledger } from './thread';

interface Known {
  readonly captured: number;
  /** The largest ordinal the site has shown in this thread. */
  readonly expected: number | undefined;
  /** Watched from its first turn on, without a hole since. */
  readonly watched: boolean;
}

/** The strongest truth that the evidence allows. A turn count of the site beats having watched. */
export function assess({ captured, expected, watched }: Known, now: number): Ledger {
  if (expected !== undefined) {
    const state = captured >= expected ? 'live' : 'partial';
    return { state, captured, expected: Math.max(expected, captured), evidence: 'ordinals', checkedAt: now };
  }
  return watched
    ? { state: 'live', captured, evidence: 'watched', checkedAt: now }
    : { state: 'unknown', captured, evidence: 'none', checkedAt: now };
}

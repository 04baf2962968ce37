import type { Reading } from '../sites/site';

/**
 * Where a page without ids shows another alternative than the first. All turns below such a place are known by it, also
 * when it is not mounted any more.
 */
export interface Turnings {
  /** The nearest turn above a place that says how it is known: a mounted one, or a turning seen before. */
  above(ordinal: number, mounted: Reading | undefined): Reading | undefined;
  note(reading: Reading): void;
  /** Another conversation has others. */
  forget(): void;
}

export function turnings(): Turnings {
  const known = new Map<number, Reading>();
  return {
    above(ordinal, mounted) {
      let nearest = mounted;
      for (const [place, reading] of known)
        if (place < ordinal && place > (nearest?.ordinal ?? 0)) nearest = reading;
      return nearest;
    },
    note(reading) {
      const { ordinal, branch, key } = reading;
      if (ordinal === undefined || known.get(ordinal)?.key === key) return;
      const turns = branch !== undefined && branch.shown > 1;
      // Below another alternative stand other turns.
      if (turns || known.has(ordinal))
        for (const place of known.keys()) if (place >= ordinal) known.delete(place);
      if (turns) known.set(ordinal, reading);
    },
    forget: () => known.clear(),
  };
}

/** Chance that can be repeated: the same seed gives the same schedule. */
export interface Random {
  /** A whole number from 0 to below `n`. */
  below(n: number): number;
  pick<T>(from: readonly T[]): T;
  /** One of the choices, each as likely as its weight says. */
  weighted<T extends { readonly weight: number }>(choices: readonly T[]): T;
}

export function random(seed: number): Random {
  let state = seed;
  /** Mulberry32: small, fast, good enough to shuffle steps. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number): number => Math.floor(next() * n);
  const chosen = <T>(from: readonly T[], i: number): T => {
    const one = from[i];
    if (one === undefined) throw new Error('There is nothing to choose from.');
    return one;
  };
  return {
    below,
    pick: (from) => chosen(from, below(from.length)),
    weighted(choices) {
      let left = next() * choices.reduce((sum, { weight }) => sum + weight, 0);
      for (const choice of choices) {
        left -= choice.weight;
        if (left < 0) return choice;
      }
      return chosen(choices, choices.length - 1);
    },
  };
}

import type { Place } from '../sites/site';

/** The conversation that mounted turns belong to. */
export interface Bound {
  readonly key: string;
  readonly provisional: boolean;
  /** Provisional keys it had before, newest last. */
  readonly formerKeys: readonly string[];
}

export interface Binding {
  readonly bound?: Bound;
  /** Where the address led when the binding was made. */
  readonly place: Place;
  /** Every turn key seen under it. */
  readonly seen: ReadonlySet<string>;
  /** Since when the address has led elsewhere while the old turns still stand. */
  readonly movedAt?: number;
}

export interface Sight {
  readonly place: Place;
  /** Keys of the turns mounted now. */
  readonly keys: readonly string[];
  readonly now: number;
  /** Did the user leave by a link or by going back, so that the new address is surely another conversation? */
  readonly left: boolean;
  /** Makes the key of a conversation that has none yet. */
  readonly newKey: () => string;
}

/** Sites swap the turns 100 to 700 ms after the address: what still stands after this is there to stay. */
const SWAP = 1_500;
/** After a click on a link only a page that is stuck keeps the old turns for so long. */
export const STUCK = 10_000;

export const unbound: Binding = { place: { kind: 'none' }, seen: new Set() };

/**
 * Decides whose turns these are. The address changes before the turns do, and a new chat changes its address
 * without changing its turns: so turns stay with their conversation for as long as one of them is still there, and
 * a provisional conversation takes the lasting key only when its own turns are seen to stay under that address.
 */
export function bind(binding: Binding, { place, keys, now, left, newKey }: Sight): Binding {
  const { bound } = binding;
  const stays = bound !== undefined && keys.some((key) => binding.seen.has(key));
  if (samePlace(binding.place, place)) {
    const kept = bound ?? (keys.length > 0 ? fresh(place, newKey) : undefined);
    return { place, seen: withKeys(binding.seen, keys), ...(kept && { bound: kept }) };
  }
  if (!stays) {
    const next = keys.length > 0 ? fresh(place, newKey) : undefined;
    return { place, seen: new Set(keys), ...(next && { bound: next }) };
  }
  const movedAt = binding.movedAt ?? now;
  const waiting = { ...binding, seen: withKeys(binding.seen, keys), movedAt };
  if (place.kind !== 'thread' || now - movedAt < (left ? STUCK : SWAP)) return waiting;
  const formerKeys = bound.provisional ? [...bound.formerKeys, bound.key] : [];
  return {
    place,
    seen: new Set(keys),
    bound: { key: place.key, provisional: place.provisional, formerKeys },
  };
}

const fresh = (place: Place, newKey: () => string): Bound | undefined => {
  if (place.kind === 'thread') return { key: place.key, provisional: place.provisional, formerKeys: [] };
  return place.kind === 'new' ? { key: newKey(), provisional: true, formerKeys: [] } : undefined;
};

const samePlace = (a: Place, b: Place): boolean =>
  a.kind === b.kind && (a.kind !== 'thread' || b.kind !== 'thread' || a.key === b.key);

const withKeys = (seen: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> =>
  keys.every((key) => seen.has(key)) ? seen : new Set([...seen, ...keys]);

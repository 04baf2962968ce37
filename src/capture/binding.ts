import { isDerived } from '../model/keys';
import type { Place, Reading } from '../sites/site';

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
  /** Every turn seen under it by its key, with the text where the key alone does not tell it from others. */
  readonly seen: ReadonlyMap<string, string>;
  /** Since when the address has led elsewhere while the old turns still stand. */
  readonly movedAt?: number;
}

export interface Sight {
  readonly place: Place;
  /** The turns mounted now. */
  readonly turns: readonly Pick<Reading, 'key' | 'formerKeys' | 'markdown'>[];
  readonly now: number;
  /** Did the user come here by a link or by going back, so that this is surely another conversation? */
  readonly left: boolean;
  /** Was the address only ever replaced since the binding was made, as a site does that names what it shows? */
  readonly replaced: boolean;
  /** Makes the key of a conversation that has none yet. */
  readonly newKey: () => string;
}

/** Sites swap the turns 100 to 700 ms after the address: what still stands after this is there to stay. */
const SWAP = 1_500;
/** After a click on a link to it only a page that is stuck keeps the old turns for so long. */
const STUCK = 10_000;

export const unbound: Binding = { place: { kind: 'none' }, seen: new Map() };

/**
 * Decides whose turns these are. The address changes before the turns do, and a new chat changes its address
 * without changing its turns: so turns stay with their conversation for as long as one of them is still there, and
 * a provisional conversation takes the lasting key only when its own turns are seen to stay under that address.
 */
export function bind(binding: Binding, { place, turns, now, newKey, ...how }: Sight): Binding {
  const { bound, seen } = binding;
  if (samePlace(binding.place, place)) {
    const kept = bound ?? (turns.length > 0 ? fresh(place, newKey) : undefined);
    return { place, seen: withTurns(seen, turns), ...(kept && { bound: kept }) };
  }
  if (!bound || !turns.some((turn) => isSeen(seen, turn))) {
    const next = turns.length > 0 ? fresh(place, newKey) : undefined;
    return { place, seen: withTurns(new Map(), turns), ...(next && { bound: next }) };
  }
  const movedAt = binding.movedAt ?? now;
  if (place.kind !== 'thread' || now - movedAt < doubt(bound, place, how)) {
    return { ...binding, seen: withTurns(seen, turns), movedAt };
  }
  const formerKeys = bound.provisional ? [...bound.formerKeys, bound.key] : [];
  const { key, provisional } = place;
  return { place, seen: withTurns(new Map(), turns), bound: { key, provisional, formerKeys } };
}

/** For how long turns that stand under a new address may still be those of the old one, about to go. */
function doubt(bound: Bound, place: Place, { left, replaced }: Pick<Sight, 'left' | 'replaced'>): number {
  if (left) return STUCK;
  // Nobody can go to a provisional address; only the chat that is being started gets one.
  const named = replaced || (place.kind === 'thread' && place.provisional);
  return bound.provisional && named ? 0 : SWAP;
}

/** A derived key says only where a turn stands, so under that one it must also say the same. */
const isSeen = (seen: Binding['seen'], { key, formerKeys, markdown }: Sight['turns'][number]): boolean =>
  [key, ...formerKeys].some((each) => (isDerived(each) ? seen.get(each) === markdown : seen.has(each)));

function withTurns(seen: Binding['seen'], turns: Sight['turns']): Binding['seen'] {
  const entries = turns.map(({ key, markdown }) => [key, isDerived(key) ? markdown : ''] as const);
  return entries.every(([key, text]) => seen.get(key) === text) ? seen : new Map([...seen, ...entries]);
}

const fresh = (place: Place, newKey: () => string): Bound | undefined => {
  if (place.kind === 'thread') return { key: place.key, provisional: place.provisional, formerKeys: [] };
  return place.kind === 'new' ? { key: newKey(), provisional: true, formerKeys: [] } : undefined;
};

export const samePlace = (a: Place, b: Place): boolean =>
  a.kind === b.kind && (a.kind !== 'thread' || b.kind !== 'thread' || a.key === b.key);

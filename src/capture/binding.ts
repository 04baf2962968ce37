import { isDerived } from '../model/keys';
import type { Place } from '../sites/site';
import { isOld, isSeen, knownBy, type Seen, type SeenTurn, withTurns } from './seen';

/** The conversation that mounted turns belong to. */
export interface Bound {
  readonly key: string;
  readonly provisional: boolean;
  /** Provisional keys it had before, newest last. */
  readonly formerKeys: readonly string[];
  /** Was it seen to begin: on the page of a new chat, with its first prompt? */
  readonly begun?: boolean;
  /** Did the user ask for this one, which would not be kept otherwise? */
  readonly asked?: boolean;
}

export interface Binding {
  readonly bound?: Bound;
  /** Where the address led when the binding was made. */
  readonly place: Place;
  /** The turns seen under it. */
  readonly seen: Seen;
  /** Did it come from a new chat whose first turn is still awaited? */
  readonly awaited?: boolean;
  /** Did the user ask for the conversation that stands here, or begins here next? */
  readonly asked?: boolean;
  /** Where the address has led since when, while the old turns still stand. */
  readonly moved?: { readonly to: Place; readonly at: number };
}

export interface Sight {
  readonly place: Place;
  /** The turns mounted now. */
  readonly turns: readonly SeenTurn[];
  /** Those of them that were read since the last sight; all, if it is not known. */
  readonly changed?: readonly SeenTurn[];
  readonly now: number;
  /** Did the user come here by a link or by going back, so that this is surely another conversation? */
  readonly left: boolean;
  /** Was the address only ever replaced since the binding was made, as a site does that names what it shows? */
  readonly replaced: boolean;
  /** Makes the key of a conversation that has none yet. */
  readonly newKey: () => string;
}

/** Sites swap the turns 100 to 700 ms after the address: what stands after this is most likely there to stay. */
const SWAP = 2_000;
/** After a click on a link to it only a page that is stuck keeps the old turns for so long. */
const STUCK = 15_000;
/** The patience with an answer of which the page itself says that it is being written. */
const WRITING = 15_000;

export const unbound: Binding = { place: { kind: 'none' }, seen: new Map() };

/**
 * Decides whose turns these are. The address changes before the turns do, and a new chat changes its address
 * without changing its turns: so turns stay with their conversation for as long as one of them is still there, and
 * a provisional conversation takes the lasting key only when its own turns are seen to stay under that address.
 */
export function bind(
  binding: Binding,
  { place, turns, changed = turns, now, newKey, ...how }: Sight,
): Binding {
  const { bound, seen } = binding;
  const old = isOld(seen, turns, bound?.provisional === true || binding.place.kind === 'new');
  const fromNew =
    (binding.place.kind === 'new' || binding.awaited === true) && !how.left && (seen.size === 0 || old);
  // A temporary chat cannot be opened in its middle: it has no address.
  const begins = (fromNew || place.kind === 'temporary') && isFirstExchange(turns);
  const rebind = (kept?: Bound, asked = false): Binding => {
    const next = kept ?? (turns.length > 0 ? fresh(place, newKey, begins, asked) : undefined);
    return {
      place,
      seen: kept ? withTurns(seen, changed) : withTurns(new Map(), turns),
      ...(next && { bound: next }),
      ...(fromNew && turns.length === 0 && { awaited: true }),
      ...(asked && turns.length === 0 && { asked }),
    };
  };
  // A new chat may get its address before its first turn. Only that one was asked for, not one that is opened instead.
  const goesAlong = binding.asked === true && fromNew && seen.size === 0 && isUnanswered(turns);
  if (samePlace(binding.place, place)) {
    const nameless = place.kind !== 'thread';
    // A second new chat at the same address has nothing of the first.
    const another = nameless && turns.length > 0 && seen.size > 0 && !old;
    // What was asked for ends with its turns: the next one may begin with the same words.
    const ended = nameless && bound?.asked === true && turns.length === 0;
    const opened = place.kind === 'thread' && binding.awaited === true && !goesAlong;
    const asked = binding.asked && (seen.size === 0 || old) && !opened;
    return rebind(another || ended ? undefined : bound, asked);
  }
  if (!old) return rebind(undefined, goesAlong && place.kind === 'thread');
  const moved = binding.moved && samePlace(binding.moved.to, place) ? binding.moved : { to: place, at: now };
  if (!mayMove(binding, place, turns, how) || now - moved.at < doubt(binding, place, how))
    return { ...binding, moved };
  if (!bound?.provisional || place.kind !== 'thread') return rebind();
  const formerKeys = [...bound.formerKeys, bound.key];
  return {
    place,
    seen: withTurns(seen, turns),
    bound: {
      key: place.key,
      provisional: place.provisional,
      formerKeys,
      ...(bound.asked && { asked: true }),
    },
  };
}

/** Can turns of which some were seen before belong to the new address at all? */
function mayMove(
  { bound, place: from, seen }: Binding,
  to: Place,
  turns: readonly SeenTurn[],
  { left, replaced }: Pick<Sight, 'left' | 'replaced'>,
): boolean {
  if (from.kind === 'temporary' || to.kind !== 'thread') return false;
  // Of a chat that was kept on request not a word may come into another, however long a page is stuck.
  if (bound?.asked && left) return false;
  // A chat that may be a temporary one goes with the address only if that was given to it: it goes on there.
  if (from.kind === 'new' && from.untold && !replaced) return turns.some((turn) => !isSeen(seen, turn));
  // A thread branched off another begins with copies of its turns, and shows at least one of its own.
  return !bound || bound.provisional || turns.some((turn) => !isSeen(seen, turn));
}

/** While the address is in doubt, a thread is only given turns that are surely its own. */
export function belongs({ bound, moved, seen }: Binding, turn: SeenTurn): boolean {
  const known = knownBy(seen, turn);
  // A turn with an id is known by that: the first prompt of another thread may say the same.
  const surely = known === 'id' || (known === 'place' && isDerived(turn.key));
  return moved === undefined || bound?.provisional === true || surely;
}

/** May time alone still tell whose these turns are? Later only a change of the page can. */
export const timeMayTell = ({ moved }: Binding, now: number): boolean =>
  moved !== undefined && now - moved.at < STUCK;

/** For how long turns that stand under a new address may still be those of the old one, about to go. */
function doubt(
  { bound, place: from }: Binding,
  place: Place,
  { left, replaced }: Pick<Sight, 'left' | 'replaced'>,
): number {
  if (left) return STUCK;
  // Nobody can go to a provisional address; only the chat that is being started gets one.
  const named = replaced || (place.kind === 'thread' && place.provisional);
  const begun = bound?.provisional || (from.kind === 'new' && from.untold);
  return begun && named ? 0 : SWAP;
}

/** Nothing but a prompt and what answers it: a longer conversation shows more of itself when it is opened. */
const isFirstExchange = ([first, ...rest]: readonly SeenTurn[]): boolean =>
  first?.role === 'user' && rest.every(({ role }) => role !== 'user');

/** No turn yet, or a prompt whose answer is being written: a conversation that is opened comes with its answers. */
const isUnanswered = (turns: readonly SeenTurn[]): boolean =>
  turns.length === 0 ||
  (isFirstExchange(turns) &&
    turns.slice(1).every(({ markdown, patience = 0 }) => markdown === '' || patience >= WRITING));

function fresh(place: Place, newKey: () => string, begun: boolean, asked: boolean): Bound | undefined {
  const how = { formerKeys: [], ...(begun && { begun }), ...(asked && { asked }) };
  if (place.kind === 'thread') return { key: place.key, provisional: place.provisional, ...how };
  // A temporary chat never gets a key from the site, so it does not wait for one.
  if (place.kind === 'temporary') return asked ? { key: newKey(), provisional: false, ...how } : undefined;
  if (place.kind === 'none' || (place.untold && !asked)) return undefined;
  return { key: newKey(), provisional: true, ...(asked ? how : { formerKeys: [] }) };
}

export const samePlace = (a: Place, b: Place): boolean =>
  a.kind === b.kind && (a.kind !== 'thread' || b.kind !== 'thread' || a.key === b.key);

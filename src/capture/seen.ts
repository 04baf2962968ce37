import { isDerived } from '../model/keys';
import type { Reading } from '../sites/site';

/** The turns of a conversation that its page has shown, by key; with the text where the key does not tell one from others. */
export type Seen = ReadonlyMap<string, string>;
export type SeenTurn = Pick<Reading, 'key' | 'formerKeys' | 'markdown' | 'role'> &
  Partial<Pick<Reading, 'patience'>>;

/**
 * Are these turns, or some of them, those seen before? One id is enough. Turns without ids are known by what they say:
 * one may begin another conversation too, two hardly.
 */
export function isOld(seen: Seen, turns: readonly SeenTurn[], begins: boolean): boolean {
  let unnamed = 0;
  return turns.some((turn) => {
    const known = knownBy(seen, turn);
    if (known === undefined) return false;
    unnamed++;
    // The prompt of a chat that is being started has just got its id.
    const named = known === 'id' || (begins && !isDerived(turn.key));
    return named || unnamed >= Math.min(2, turns.length);
  });
}

/** A derived key says only where a turn stands, so under that one it must also say the same, or go on with it. */
export function knownBy(seen: Seen, { key, formerKeys, markdown }: SeenTurn): 'id' | 'place' | undefined {
  const keys = [key, ...formerKeys].filter((each) => seen.has(each));
  if (keys.some((each) => !isDerived(each))) return 'id';
  const same = keys.some((each) => {
    const said = seen.get(each) ?? '';
    return said === markdown || (said !== '' && markdown.startsWith(said));
  });
  return same ? 'place' : undefined;
}

export const isSeen = (seen: Seen, turn: SeenTurn): boolean => knownBy(seen, turn) !== undefined;

export function withTurns(seen: Seen, turns: readonly SeenTurn[]): Seen {
  const entries = turns.map(({ key, markdown }) => [key, isDerived(key) ? markdown : ''] as const);
  return entries.every(([key, text]) => seen.get(key) === text) ? seen : new Map([...seen, ...entries]);
}

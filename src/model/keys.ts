import type { Role } from './turn';

/** Key of a turn that shows no id of its own: where it stands, never what it says. */
export const derivedKey = (parentKey: string, role: Role, sibling = 0): string =>
  `~${parentKey}/${role}/${sibling}`;

/** Was the key made by `derivedKey`? Then it is unique only as long as nothing else takes the same place. */
export const isDerived = (key: string): boolean => key.startsWith('~');

/** Parent of a thread's first turn. */
export const ROOT = '';

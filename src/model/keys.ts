import type { Role } from './turn';

/**
 * Key of a turn that shows no id of its own: where it stands, never what it says. `skipped` turns stand between it
 * and its parent. A chain of such turns is counted, not nested, so that the key of the thousandth is as short as
 * that of the first: `~<nearest id>/+<steps>;<step>=<sibling>…/<role>/<sibling>`.
 */
export function derivedKey(parentKey: string, role: Role, sibling = 0, skipped = 0): string {
  const [, base = parentKey, steps = '0', branches = '', last = '0'] = CHAIN.exec(parentKey) ?? [];
  const chained = base === parentKey && !isDerived(parentKey) ? 0 : Number(steps) + 1;
  const turned = last === '0' ? branches : `${branches};${chained}=${last}`;
  const between = chained + skipped;
  return `~${base}${between > 0 || turned !== '' ? `/+${between}${turned}` : ''}/${role}/${sibling}`;
}

const CHAIN = /^~(.*?)(?:\/\+(\d+)((?:;\d+=\d+)*))?\/(?:user|assistant|system|tool)\/(\d+)$/;

/** The key of another alternative in the same place. */
export const siblingKey = (key: string, sibling: number): string => key.replace(/\d+$/, String(sibling));

/** Key of an answer that shares its id with others, of which another one is known by the id itself. */
export const draftKey = (key: string, draft: string): string => `${key}:${draft}`;

/** Was the key made by `derivedKey`? Then it is unique only as long as nothing else takes the same place. */
export const isDerived = (key: string): boolean => key.startsWith('~');

/** Longer than any id of a site. */
const LONGEST = 512;

/** Can this be a turn's key? A name that every object has is no id: a page that shows it is after our records. */
export const isKey = (key: string): boolean =>
  key !== '' && key.length <= LONGEST && !(key in Object.prototype);

/** Parent of a thread's first turn. */
export const ROOT = '';

/** Key of a conversation that the site has given none, made by the page that shows it. */
export const localKey = (): string => `local:${crypto.randomUUID()}`;

export const isLocal = (threadKey: string): boolean => threadKey.startsWith('local:');

import type { Branch } from '../../model/turn';

/** The "2 / 3" of a pager between the alternatives of one turn. Digits and a slash: the same in every language. */
export function readPager(root: Element, holder: string): Branch | undefined {
  for (const element of root.querySelectorAll(holder)) {
    const [, shown, of] = /^\s*(\d{1,4})\s*\/\s*(\d{1,4})\s*$/.exec(element.textContent) ?? [];
    if (shown && of && Number(shown) <= Number(of)) return { shown: Number(shown), of: Number(of) };
  }
  return undefined;
}

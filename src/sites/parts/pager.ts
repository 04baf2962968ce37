import type { Branch } from '../../model/turn';
import { queryAll } from '../markdown';

/** The "2 / 3" of a pager between the alternatives of one turn. Digits and a slash: the same in every language. */
export function readPager(root: Element, holder: string): Branch | undefined {
  for (const element of queryAll(root, holder)) {
    const [, shown, of] = /^\s*(\d{1,4})\s*\/\s*(\d{1,4})\s*$/.exec(element.textContent) ?? [];
    if (shown && of && Number(shown) <= Number(of)) return { shown: Number(shown), of: Number(of) };
  }
  return undefined;
}

/** The same where the pager has no mark of its own, but the bars that may hold it have. */
export function readPagerIn(root: Element, bars: string): Branch | undefined {
  for (const bar of queryAll(root, bars)) {
    const branch = readPager(bar, 'span, div');
    if (branch) return branch;
  }
  return undefined;
}

import type { Turn } from './turn';

type Said = Pick<Turn, 'role' | 'markdown' | 'state'>;

/**
 * What a fresh reading means for the stored text.
 * `same`: nothing to write · `grow`: the same text, further on or better formatted · `revise`: another text, the
 * stored one becomes an earlier revision · `lag`: the page is behind what is stored (a second tab, a reload in
 * mid-stream).
 */
export type Change = 'same' | 'grow' | 'revise' | 'lag';

export function compare(stored: Said, seen: Said): Change {
  if (stored.markdown === seen.markdown) {
    return stored.state === seen.state || stored.state === 'final' ? 'same' : 'grow';
  }
  const before = words(stored.markdown);
  const now = words(seen.markdown);
  if (before === now) return 'grow';
  // Only answers stream: a prompt with other words was edited.
  if (seen.role === 'user') return 'revise';
  if (stored.state === 'streaming' && seen.state === 'streaming') {
    return now.length < before.length ? 'lag' : 'grow';
  }
  if (now.startsWith(before)) return 'grow';
  if (seen.state === 'streaming' && before.startsWith(now)) return 'lag';
  return stored.state === 'streaming' && !before.startsWith(now) ? 'grow' : 'revise';
}

/** Is one text an earlier state of the other? */
export function related(a: string, b: string): boolean {
  const [x, y] = [words(a), words(b)];
  return x.startsWith(y) || y.startsWith(x);
}

/** Half-written Markdown renders differently from finished Markdown, so its marks and white space do not count. */
const words = (markdown: string): string => markdown.replace(/[\s*_`~\\#>|[\]()!$-]+/g, '');

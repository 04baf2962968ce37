import type { Block } from './block';
import { toMarkdown } from './markdown';
import type { Turn } from './turn';

type Said = Pick<Turn, 'role' | 'markdown' | 'state'>;

/**
 * What a fresh reading means for the stored text.
 * `same`: nothing to write · `grow`: the same text, further on or better formatted · `revise`: another text, the
 * stored one becomes an earlier revision · `lag`: the page shows less than is stored (a second tab, a reload in
 * mid-stream, an editor in the prompt's place).
 */
export type Change = 'same' | 'grow' | 'revise' | 'lag';

export function compare(stored: Said, seen: Said): Change {
  if (stored.markdown === seen.markdown) {
    return stored.state === seen.state || stored.state === 'final' ? 'same' : 'grow';
  }
  const before = words(stored.markdown);
  const now = words(seen.markdown);
  if (before === now) return 'grow';
  if (now === '') return 'lag';
  // Only answers stream: a prompt with other words was edited.
  if (seen.role === 'user') return 'revise';
  if (now.startsWith(before)) return 'grow';
  return before.startsWith(now) ? 'lag' : 'revise';
}

/** Is one text an earlier state of the other? */
export function related(a: string, b: string): boolean {
  if (a.startsWith(b) || b.startsWith(a)) return true;
  const [x, y] = [words(a), words(b)];
  return x.startsWith(y) || y.startsWith(x);
}

/** Can one be the other, further on? Answers are written word by word; a prompt is said at once. */
export const says = (role: Turn['role'], a: string, b: string): boolean =>
  role === 'user' ? words(a) === words(b) : related(a, b);

/** Is one the other, but for something in the middle? A text that is still being written has not come to the same end. */
export function resembles(a: string, b: string): boolean {
  const [x, y] = [words(a), words(b)];
  const most = Math.min(x.length, y.length);
  let start = 0;
  while (start < most && x[start] === y[start]) start++;
  let end = 0;
  while (end < most - start && x.at(-1 - end) === y.at(-1 - end)) end++;
  return end >= SAME_END && start + end >= MOSTLY * Math.max(x.length, y.length);
}
const SAME_END = 8;
const MOSTLY = 0.8;

/** Half-written Markdown renders differently from finished Markdown, so its marks and white space do not count. */
export const words = (markdown: string): string => markdown.replace(/[\s*_`~\\#>|[\]()!$-]+/g, '');

/**
 * A page leaves out the lines of a long code block that are off screen. Puts back what is stored of such a block,
 * the n-th of the turn being the n-th of the stored one, so that the rest can be compared as usual.
 */
export function restoreCut(turn: Turn, stored: readonly Block[]): Turn {
  if (!turn.blocks.some(isCut)) return turn;
  const whole = stored.filter((block) => block.type === 'code');
  let n = 0;
  const blocks = turn.blocks.map((block) => {
    if (block.type !== 'code') return block;
    const known = whole[n++];
    return block.truncated && known && known.text.length > block.text.length ? known : block;
  });
  return { ...turn, blocks, markdown: toMarkdown(blocks) };
}

/**
 * Thinking can be folded away and a card's panel closed while the answer goes on: what was seen of them stays. Thoughts
 * and steps keep their place at the beginning, since they came before what is said.
 */
export function restoreFolded(turn: Turn, stored: readonly Block[]): Turn {
  const has = (type: Block['type']): boolean => turn.blocks.some((block) => block.type === type);
  const folded = stored.filter(
    ({ type }) => (type === 'reasoning' || type === 'tool_call' || type === 'tool_result') && !has(type),
  );
  const contents = new Map(
    stored.flatMap((block) =>
      block.type === 'artifact' && block.markdown ? [[block.title, block.markdown]] : [],
    ),
  );
  const closed = (block: Block): boolean =>
    block.type === 'artifact' && block.markdown === undefined && contents.has(block.title);
  if (folded.length === 0 && !turn.blocks.some(closed)) return turn;
  const blocks = turn.blocks.map((block) =>
    block.type === 'artifact' && closed(block) ? { ...block, markdown: contents.get(block.title) } : block,
  );
  return { ...turn, blocks: [...folded, ...blocks] };
}

/** Once-cut code that now shows more of itself is no other text. */
export const completesCut = (turn: Turn, stored: readonly Block[]): boolean =>
  stored.some(isCut) && turn.markdown.length > toMarkdown(stored).length;

const isCut = (block: Block): boolean => block.type === 'code' && block.truncated === true;

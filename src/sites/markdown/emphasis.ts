import { BLOCKS, propertyOf } from './dom';
import { withoutBreaks } from './line';

export const MARKS: Readonly<Record<string, string>> = {
  STRONG: '**',
  B: '**',
  EM: '*',
  I: '*',
  DEL: '~~',
  S: '~~',
  STRIKE: '~~',
};

const WORD = /[\p{L}\p{N}\p{M}]/u;

/**
 * Marks must touch the words; spaces, breaks and punctuation at the edges go outside, or some scripts see no emphasis.
 * Where a renderer would still not take them for marks there are none.
 */
export function emphasis(text: string, mark: string, element: Element): string {
  const before = /^(?:\s|\\\n)*/.exec(text)?.[0] ?? '';
  const inner = withoutBreaks(text.slice(before.length));
  const after = text.slice(before.length + inner.length);
  const previous = before === '' && WORD.test(besideIt(element, 'previousSibling').slice(-1));
  const next = after === '' && WORD.test(besideIt(element, 'nextSibling').slice(0, 1));
  const head = previous ? (HEAD.exec(inner.slice(0, EDGE))?.[0] ?? '') : '';
  // The last bracket may be a link's.
  const tail =
    next && !inner.includes('](') ? (TAIL.exec(inner.slice(head.length).slice(-EDGE))?.[0] ?? '') : '';
  const core = inner.slice(head.length, inner.length - tail.length);
  const opens = /^\S/.test(core) && (!previous || head !== '' || /^[*~]*[\p{L}\p{N}\p{M}]/u.test(core));
  const closes =
    /\S$/.test(core.slice(-1)) &&
    (!next || tail !== '' || /[\p{L}\p{N}\p{M}][*~]*$/u.test(core.slice(-EDGE)));
  return opens && closes ? `${before}${head}${mark}${core}${mark}${tail}${after}` : text;
}

/** How far from an edge its punctuation is looked for. */
const EDGE = 32;
/** Punctuation that is no part of a mark, escaped or not. */
const HEAD = /^(?:\\?[^\p{L}\p{N}\p{M}\s\\*_~`[!$])+/u;
const TAIL = /(?:\\?[^\p{L}\p{N}\p{M}\s\\*_~`\]$])+$/u;

/** The text on one side of an inline element, in its own parent or in those that are part of the same line. */
function besideIt(element: Element, side: 'previousSibling' | 'nextSibling'): string {
  let at: Element | null = element;
  for (let level = 0; at && level < 4; level++) {
    let sibling: Node | null = at[side];
    while (sibling?.nodeType === Node.COMMENT_NODE) sibling = sibling[side];
    if (sibling) return propertyOf(sibling, 'textContent');
    at = at.parentElement && !BLOCKS.has(at.parentElement.tagName) ? at.parentElement : null;
  }
  return '';
}

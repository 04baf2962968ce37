import { linkTarget, toMarkdown } from '../../model/markdown';
import { BLOCKS, contentOf, textOf } from './dom';
import { emphasis, MARKS } from './emphasis';
import { cellMath, codeSpan, escapeText, mathSpan, safeAddress } from './escape';
import { lineOf } from './line';
import { readMath } from './math';
import { image, isSourcePill } from './parts';
import { isMarked, isTooDeep, isVerbatim, type Walk } from './walk';

export function inlineText(part: string | Element, walk: Walk, depth: number): string {
  if (typeof part !== 'string') return inlineElement(part, walk, depth);
  return walk.verbatim ? part : escapeText(fold(part), walk.linked);
}

export function inlineChildren(element: Element, walk: Walk, depth: number): string {
  if (isTooDeep(depth)) return inlineText(deepText(element, walk), walk, depth);
  const content = contentOf(element);
  const [first] = content;
  if (content.length === 1 && typeof first === 'string') return inlineText(first, walk, depth);
  const line = lineOf(walk.verbatim);
  for (const part of content) line.add(inlineText(part, walk, depth + 1), typeof part !== 'string');
  return line.take();
}

/** The words of what is nested too deep for its structure to mean anything. */
export const deepText = (element: Element, walk: Walk): string =>
  textOf(
    element,
    (part) => (isMarked(part, walk) && part.matches(walk.rules.skip) ? '' : undefined),
    !walk.verbatim,
  );

/** Most texts have nothing to fold, and finding that out is the cheaper half. */
const fold = (text: string): string => (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text);

function inlineElement(element: Element, walk: Walk, depth: number): string {
  const { tagName } = element;
  const { rules, verbatim } = walk;
  const marked = isMarked(element, walk);
  if (marked && (element.matches(rules.skip) || element.matches(rules.special))) return '';
  if (tagName === 'BR') return verbatim ? '\n' : '\\\n';
  // Nobody types a picture: what has one in a prompt is a pill that the page made of something.
  if (verbatim) return holdsPicture(element) ? '' : inlineChildren(element, walk, depth);
  if (marked) {
    const formula = readMath(element);
    if (formula) return (walk.cell ? cellMath : mathSpan)(formula.tex);
    if (element.matches(rules.inlineCode)) return codeSpan(element.textContent);
  }
  if (tagName === 'IMG') {
    const picture = image(element);
    return picture?.alt || picture?.url ? toMarkdown([picture]) : '';
  }
  if (tagName === 'INPUT' && element.matches('[type=checkbox]'))
    return element.hasAttribute('checked') ? '[x] ' : '[ ] ';
  if (tagName === 'A') return isSourcePill(element) ? '' : link(element, walk, depth);
  const inside = marked && isVerbatim(element, rules) ? { ...walk, verbatim: true } : walk;
  const text = inlineChildren(element, inside, depth);
  const mark = MARKS[tagName];
  if (mark) return emphasis(text, mark, element);
  // Words of neighbouring blocks must not run together.
  return BLOCKS.has(tagName) && text !== '' ? ` ${text.trim()} ` : text;
}

const holdsPicture = (element: Element): boolean =>
  element.firstElementChild !== null && element.querySelector('svg') !== null;

function link(element: Element, walk: Walk, depth: number): string {
  // A link has no other inside.
  const target = walk.linked ? undefined : safeAddress(element.getAttribute('href') ?? '', element.baseURI);
  if (target === undefined) return inlineChildren(element, walk, depth);
  const text = inlineChildren(element, { ...walk, linked: true }, depth).trim();
  return text === '' ? '' : `[${text}](${linkTarget(target)})`;
}

import { linkTarget, toMarkdown } from '../../model/markdown';
import { contentOf } from './dom';
import { codeSpan, escapeText, safeAddress } from './escape';
import { lineOf } from './line';
import { readMath } from './math';
import { image, isSourcePill } from './parts';
import { comeUp, goDown, isMarked, isVerbatim, type Walk } from './walk';

const MARKS: Readonly<Record<string, string>> = {
  STRONG: '**',
  B: '**',
  EM: '*',
  I: '*',
  DEL: '~~',
  S: '~~',
  STRIKE: '~~',
};

export function inlineText(part: string | Element, walk: Walk, verbatim: boolean): string {
  if (typeof part !== 'string') return inlineElement(part, walk, verbatim);
  return verbatim ? part : escapeText(fold(part));
}

export function inlineChildren(element: Element, walk: Walk, verbatim: boolean): string {
  const content = contentOf(element);
  const [first] = content;
  if (content.length === 1 && typeof first === 'string') return inlineText(first, walk, verbatim);
  if (!goDown(walk)) return inlineText(element.textContent, walk, verbatim);
  const line = lineOf(verbatim);
  for (const part of content) line.add(inlineText(part, walk, verbatim), typeof part !== 'string');
  return comeUp(walk, line.take());
}

/** Most texts have nothing to fold, and finding that out is the cheaper half. */
const fold = (text: string): string => (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text);

function inlineElement(element: Element, walk: Walk, verbatim: boolean): string {
  const { tagName } = element;
  const marked = isMarked(element, walk);
  if (marked && (element.matches(walk.rules.skip) || element.matches(walk.rules.special))) return '';
  if (tagName === 'BR') return verbatim ? '\n' : '\\\n';
  // Nobody types a picture: what has one in a prompt is a pill that the page made of something.
  if (verbatim) return holdsPicture(element) ? '' : inlineChildren(element, walk, true);
  if (marked) {
    const formula = readMath(element);
    if (formula) return `$${formula.tex}$`;
    if (element.matches(walk.rules.inlineCode)) return codeSpan(element.textContent);
  }
  if (tagName === 'IMG') {
    const picture = image(element);
    return picture?.alt || picture?.url ? toMarkdown([picture]) : '';
  }
  if (tagName === 'INPUT' && element.matches('[type=checkbox]'))
    return element.hasAttribute('checked') ? '[x] ' : '[ ] ';
  const text = inlineChildren(element, walk, marked && isVerbatim(element, walk.rules));
  if (tagName === 'A') return isSourcePill(element) ? '' : link(element, text);
  const mark = MARKS[tagName];
  return mark ? emphasis(text, mark, element) : text;
}

function link(element: Element, text: string): string {
  const target = safeAddress(element.getAttribute('href') ?? '', element.baseURI);
  if (target === undefined || text.trim() === '') return text;
  return `[${escapeLabel(text.trim())}](${linkTarget(target)})`;
}

const holdsPicture = (element: Element): boolean =>
  element.firstElementChild !== null && element.querySelector('svg') !== null;

/** Brackets in a link's words would end it too early, unless they are those of a picture. */
const escapeLabel = (text: string): string =>
  text.replace(/!\[[^\]]*\]\([^)]*\)|(?<!\\)[[\]]/g, (found) => (found.length > 1 ? found : `\\${found}`));

/** Marks must touch the words; spaces and punctuation at the edges go outside, or some scripts see no emphasis. */
function emphasis(text: string, mark: string, element: Element): string {
  const inner = text.trim();
  if (inner === '') return text;
  const before = text.slice(0, text.indexOf(inner));
  const after = text.slice(before.length + inner.length);
  const touches = /[\p{L}\p{N}]/u;
  const next = after === '' && touches.test((element.nextSibling?.textContent ?? '').slice(0, 1));
  const previous = before === '' && touches.test((element.previousSibling?.textContent ?? '').slice(-1));
  const tail = next ? (/(?:\\?[^\p{L}\p{N}\s\\*_`])+$/u.exec(inner)?.[0] ?? '') : '';
  const head = previous ? (/^(?:\\?[^\p{L}\p{N}\s\\*_`])+/u.exec(inner)?.[0] ?? '') : '';
  const core = inner.slice(head.length, inner.length - tail.length);
  if (core === '' || head.length + tail.length > inner.length) return text;
  return `${before}${head}${mark}${core}${mark}${tail}${after}`;
}

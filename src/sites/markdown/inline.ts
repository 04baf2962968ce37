import { linkTarget, toMarkdown } from '../../model/markdown';
import { codeSpan, escapeText, safeAddress } from './escape';
import { readMath } from './math';
import { image, isSourcePill } from './parts';
import type { Rules } from './rules';

const MARKS: Readonly<Record<string, string>> = {
  STRONG: '**',
  B: '**',
  EM: '*',
  I: '*',
  DEL: '~~',
  S: '~~',
  STRIKE: '~~',
};

/** Text that is shown with its own spaces and line breaks, as prompts are, is taken as it was typed. */
export const isVerbatim = (element: Element): boolean => element.classList.contains('whitespace-pre-wrap');

/** Adds a piece of inline text; white space that the page folds is folded across pieces too. */
export function join(text: string, piece: string): string {
  return /\s$/.test(text) ? text + piece.replace(/^ +/, '') : text + piece;
}

export function inlineText(node: Node, rules: Rules, verbatim: boolean): string {
  if (node.nodeType === 3) {
    const text = node.nodeValue ?? '';
    return verbatim ? text : escapeText(text.replace(/\s+/g, ' '));
  }
  return node.nodeType === 1 ? inlineElement(node as Element, rules, verbatim) : '';
}

export function inlineChildren(element: Element, rules: Rules, verbatim: boolean): string {
  let text = '';
  let dropped = false;
  for (const child of element.childNodes) {
    const piece = inlineText(child, rules, verbatim);
    text = verbatim ? text + piece : join(dropped ? closeGap(text, piece) : text, piece);
    dropped = piece === '' && (dropped || child.nodeType === 1);
  }
  return text;
}

/** What was left out between a word and its full stop leaves no space behind. */
export const closeGap = (text: string, next: string): string =>
  /^[.,;:!?)\]。，；：！？）]/.test(next) ? text.trimEnd() : text;

function inlineElement(element: Element, rules: Rules, verbatim: boolean): string {
  if (element.matches(rules.skip) || element.matches(rules.special)) return '';
  if (element.tagName === 'BR') return verbatim ? '\n' : '\\\n';
  if (verbatim) return inlineChildren(element, rules, true);
  const formula = readMath(element);
  if (formula) return `$${formula.tex}$`;
  if (element.matches(rules.inlineCode)) return codeSpan(element.textContent);
  if (element.tagName === 'IMG') {
    const picture = image(element);
    return picture?.alt || picture?.url ? toMarkdown([picture]) : '';
  }
  if (element.matches('input[type=checkbox]')) return element.hasAttribute('checked') ? '[x] ' : '[ ] ';
  const text = inlineChildren(element, rules, isVerbatim(element));
  if (element.tagName === 'A') return isSourcePill(element) ? '' : link(element, text);
  const mark = MARKS[element.tagName];
  return mark ? emphasis(text, mark, element) : text;
}

function link(element: Element, text: string): string {
  const target = safeAddress(element.getAttribute('href') ?? '', element.baseURI);
  if (target === undefined || text.trim() === '') return text;
  return `[${text.trim().replace(/(?<!\\)([[\]])(?!\()/g, '\\$1')}](${linkTarget(target)})`;
}

/** Marks must touch the words; spaces and punctuation at the edges go outside, or some scripts see no emphasis. */
function emphasis(text: string, mark: string, element: Element): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  if (inner === '') return text;
  const touches = /[\p{L}\p{N}]/u;
  const next = after === '' && touches.test((element.nextSibling?.textContent ?? '').slice(0, 1));
  const previous = before === '' && touches.test((element.previousSibling?.textContent ?? '').slice(-1));
  const tail = next ? (/(?:\\?[^\p{L}\p{N}\s\\*_`])+$/u.exec(inner)?.[0] ?? '') : '';
  const head = previous ? (/^(?:\\?[^\p{L}\p{N}\s\\*_`])+/u.exec(inner)?.[0] ?? '') : '';
  const core = inner.slice(head.length, inner.length - tail.length);
  if (core === '' || head.length + tail.length > inner.length) return text;
  return `${before}${head}${mark}${core}${mark}${tail}${after}`;
}

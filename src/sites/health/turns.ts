import type { Role } from '../../model/turn';
import { isForm, outermost, queryAll } from '../markdown/dom';

/** What tells turns and their roles on a page nobody knows. */
export interface FoundTurns {
  /** Selects the turns, and perhaps more. */
  readonly turn: string;
  /** The attribute (or `tag`, `class`) that tells roles; none when they only take turns. */
  readonly kind: string | undefined;
  /** Whose children they are, when they only take turns. */
  readonly list: Element | undefined;
  /** The attribute that is different in each turn. */
  readonly id: string | undefined;
  readonly userFirst: boolean;
}

const USER = /^(?:user|human|query|prompt)$/;
const ASSISTANT = /^(?:assistant|model|bot|response|answer|reply|claude|gemini|chatgpt)$/;
/** A class or tag that names a role must also name what has it: `select-user` is none. */
const NOUN = /^(?:message|query|prompt|turn|bubble|response|answer|reply|row)$/;
const NAMED = new Set(['tag', 'class', 'data-testid', 'data-test-id']);
/** Text below which nothing but stated roles makes a page a conversation. */
const LEAST_TEXT = 200;
/** More than any conversation is built of; a page beyond that is not searched to its end. */
const MOST_ELEMENTS = 20_000;
const DEEPEST_LIST = 60;
const TEXT_PARTS = 'p, h1, h2, h3, h4, h5, h6, ul, ol, li, table, tr, td, pre, blockquote, span, a, code';
/** Round a conversation, and where the next prompt is being typed: never a turn. */
export const PAGE_PARTS =
  'nav, header, footer, aside, form, dialog, menu, bard-sidenav, mat-menu, [role="navigation"], [role="complementary"], [role="menu"], [role="dialog"], [role="textbox"], [contenteditable], [hidden], .sr-only';
/** An id that is the same tomorrow: not the number a component has today. */
const LASTING = /^(?:.{0,24}[-_:])?(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{12,})$/i;

/** The part of a page that most likely holds its conversation. */
export const likelyScope = (page: Document): Element | null =>
  page.querySelector('main, [role="main"]') ?? page.body;

export function findTurns(page: Document): FoundTurns | undefined {
  const scope = likelyScope(page);
  if (!scope) return undefined;
  const all = lengthOf(scope);
  let best: { turns: Element[]; kind: string; text: number } | undefined;
  for (const [kind, marked] of markedIn(scope)) {
    const turns = outermost(marked);
    const roles = new Set(turns.map((turn) => roleBy(turn, kind)));
    const text = turns.reduce((sum, turn) => sum + lengthOf(turn), 0);
    if (roles.size === 2 && text > all / 2 && text > (best?.text ?? 0)) best = { turns, kind, text };
  }
  if (!best) return alternating(scope, all);
  const { turns, kind } = best;
  return { turn: selectorFor(turns, kind), kind, list: undefined, id: idOf(turns), userFirst: true };
}

/** The role that an element's attribute, tag or class names, if it names one and only one. */
export function roleBy(element: Element, kind: string): Role | undefined {
  const names =
    kind === 'tag'
      ? [element.localName]
      : kind === 'class'
        ? [...element.classList]
        : [element.getAttribute(kind) ?? ''];
  const roles = new Set(names.flatMap((name) => roleIn(name, kind) ?? []));
  return roles.size === 1 ? [...roles][0] : undefined;
}

function roleIn(name: string, kind: string): Role | undefined {
  if (name.length > 60) return undefined;
  const words = name
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  const fits = NAMED.has(kind)
    ? words.length <= 4 && words.some((word) => NOUN.test(word))
    : words.length <= 2;
  if (!fits) return undefined;
  if (words.some((word) => USER.test(word))) return 'user';
  return words.some((word) => ASSISTANT.test(word)) ? 'assistant' : undefined;
}

/** The elements that name a role, by what names it. One walk, however many attributes there are. */
function markedIn(scope: Element): Map<string, Element[]> {
  const parts: ReadonlySet<Node> = new Set(queryAll(scope, PAGE_PARTS));
  const walker = scope.ownerDocument.createTreeWalker(
    scope,
    1 /* elements */,
    (node) => (parts.has(node) || isForm(node) ? 2 /* reject */ : 1) /* accept */,
  );
  const marked = new Map<string, Element[]>();
  for (let n = 0; n < MOST_ELEMENTS && walker.nextNode(); n++) {
    const element = walker.currentNode as Element;
    const names = element.getAttributeNames().filter((name) => name.startsWith('data-'));
    for (const kind of [...names, 'tag', 'class'])
      if (roleBy(element, kind)) marked.set(kind, [...(marked.get(kind) ?? []), element]);
  }
  return marked;
}

function selectorFor(turns: readonly Element[], kind: string): string {
  if (kind === 'tag') return [...new Set(turns.map((turn) => turn.localName))].join(', ');
  if (kind !== 'class') return `[${CSS.escape(kind)}]`;
  const classes = turns.flatMap((turn) => [...turn.classList].filter((name) => roleIn(name, 'class')));
  return [...new Set(classes)].map((name) => `.${CSS.escape(name)}`).join(', ');
}

/** An attribute that every turn has, with a value of its own that lasts. */
function idOf(turns: readonly Element[]): string | undefined {
  const [first] = turns;
  if (!first) return undefined;
  const names = [first, ...queryAll(first, '*')].flatMap((element) => element.getAttributeNames());
  return [...new Set(names)].find((name) => {
    const values = turns.map((turn) => idIn(turn, name));
    return new Set(values).size === turns.length && !values.includes(undefined);
  });
}

/** The lasting id in a turn's attribute, or in that of what holds the better part of its words. */
export function idIn(turn: Element, name: string): string | undefined {
  const holders = [turn, ...queryAll(turn, `[${CSS.escape(name)}]`)];
  const holder = holders.find(
    (each) => LASTING.test(each.getAttribute(name) ?? '') && lengthOf(each) * 2 >= lengthOf(turn),
  );
  return holder?.getAttribute(name) ?? undefined;
}

/** The list whose children share the page's text among them; prompts are the plainer half. */
function alternating(scope: Element, all: number): FoundTurns | undefined {
  let list: Element = scope;
  for (let level = 0; level < DEEPEST_LIST; level++) {
    const heavy = [...list.children].find((child) => lengthOf(child) > all * 0.85);
    if (!heavy || isForm(heavy)) break;
    list = heavy;
  }
  const turns = [...list.children].filter(isRow);
  // Rows of a list are built alike; the paragraphs, headings and tables of one text are not. Links lead elsewhere.
  const alike = turns.every((turn) => turn.localName === turns[0]?.localName && !turn.matches(TEXT_PARTS));
  const linked = queryAll(list, 'a').reduce((sum, link) => sum + lengthOf(link), 0);
  const foreign = list.closest(PAGE_PARTS) !== null || linked > all / 4;
  if (all < LEAST_TEXT || turns.length < 2 || !alike || foreign) return undefined;
  const richness = (parity: number) =>
    turns
      .filter((_, i) => i % 2 === parity)
      .reduce((sum, turn) => sum + turn.querySelectorAll('p, li, pre, table, h2, h3, code').length, 0);
  const [even, odd] = [richness(0), richness(1)];
  if (even === odd) return undefined;
  return { turn: `${pathTo(list)} > *`, kind: undefined, list, id: idOf(turns), userFirst: even < odd };
}

export const isRow = (element: Element): boolean =>
  !isForm(element) && !element.matches(PAGE_PARTS) && lengthOf(element) > 0;

function pathTo(element: Element): string {
  const parent = element.parentElement;
  if (!parent) return element.localName;
  return `${pathTo(parent)} > :nth-child(${[...parent.children].indexOf(element) + 1})`;
}

const lengthOf = (element: Element): number => element.textContent.replace(/\s+/g, '').length;

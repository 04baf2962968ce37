import type { Role } from '../../model/turn';

/** What tells turns and their roles on a page nobody knows. */
export interface FoundTurns {
  readonly turn: string;
  /** The attribute (or `tag`, `class`) that tells roles; none when they only alternate. */
  readonly kind: string | undefined;
  /** The attribute that is different in each turn. */
  readonly id: string | undefined;
  readonly userFirst: boolean;
}

const USER = /^(?:user|human|query|prompt)$/;
const ASSISTANT = /^(?:assistant|model|bot|response|answer|reply|claude|gemini|chatgpt)$/;
/** A class or tag that names a role must also name what has it: `select-user` is none. */
const NOUN = /^(?:message|query|prompt|turn|bubble|response|answer|reply|row)$/;
const NEVER = /^(?:style|href|src|alt|title|aria-|value|d$|content)/;
/** Text below which nothing but stated roles makes a page a conversation. */
const LEAST_TEXT = 200;
const TEXT_PARTS = 'p, h1, h2, h3, h4, h5, h6, ul, ol, li, table, tr, td, pre, blockquote, span, a, code';
const PAGE_PARTS = 'nav, header, footer, aside, form, dialog, [hidden], .sr-only';

/** The part of a page that most likely holds its conversation. */
export const likelyScope = (page: Document): Element | null =>
  page.querySelector('main, [role="main"]') ?? page.body;

export function findTurns(page: Document): FoundTurns | undefined {
  const scope = likelyScope(page);
  if (!scope) return undefined;
  const elements = [...scope.querySelectorAll('*')].filter((element) => !element.closest(PAGE_PARTS));
  const all = lengthOf(scope);
  let best: { turns: Element[]; kind: string; text: number } | undefined;
  for (const kind of kindsIn(elements)) {
    const turns = outermost(elements.filter((element) => roleBy(element, kind) !== undefined));
    const roles = new Set(turns.map((turn) => roleBy(turn, kind)));
    const text = turns.reduce((sum, turn) => sum + lengthOf(turn), 0);
    if (roles.size === 2 && text > all / 2 && text > (best?.text ?? 0)) best = { turns, kind, text };
  }
  if (best) {
    const turn = selectorFor(best.turns, best.kind);
    return { turn, kind: best.kind, id: idOf(best.turns), userFirst: true };
  }
  return alternating(scope, all);
}

/** The role that an element's attribute, tag or class names, if it names one and only one. */
export function roleBy(element: Element, kind: string): Role | undefined {
  const names =
    kind === 'tag'
      ? [element.tagName]
      : kind === 'class'
        ? [...element.classList]
        : [element.getAttribute(kind) ?? ''];
  const roles = new Set(names.flatMap((name) => roleIn(name, kind) ?? []));
  return roles.size === 1 ? [...roles][0] : undefined;
}

function roleIn(name: string, kind: string): Role | undefined {
  const words = name
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  const named = kind === 'tag' || kind === 'class' || kind === 'data-testid' || kind === 'data-test-id';
  if (words.length > 4 || (named ? !words.some((word) => NOUN.test(word)) : words.length > 2))
    return undefined;
  if (words.some((word) => USER.test(word))) return 'user';
  return words.some((word) => ASSISTANT.test(word)) ? 'assistant' : undefined;
}

function kindsIn(elements: readonly Element[]): Set<string> {
  const names = elements.flatMap((element) =>
    element.getAttributeNames().filter((name) => !NEVER.test(name)),
  );
  return new Set([...names.filter((name) => name.startsWith('data-')), 'tag', 'class']);
}

function selectorFor(turns: readonly Element[], kind: string): string {
  if (kind === 'tag') return [...new Set(turns.map((turn) => turn.localName))].join(', ');
  if (kind !== 'class') return `[${kind}]`;
  const classes = turns.flatMap((turn) => [...turn.classList].filter((name) => roleIn(name, 'class')));
  return [...new Set(classes)].map((name) => `.${CSS.escape(name)}`).join(', ');
}

/** An attribute that every turn has once, with a long value of its own. */
function idOf(turns: readonly Element[]): string | undefined {
  const valueIn = (turn: Element, name: string) =>
    turn.getAttribute(name) ?? turn.querySelector(`[${name}]`)?.getAttribute(name) ?? '';
  const [first] = turns;
  if (!first) return undefined;
  const names = [first, ...first.querySelectorAll('*')].flatMap((element) => element.getAttributeNames());
  return [...new Set(names)].find((name) => {
    if (!/^(?:id|data-.*(?:id|key))$/.test(name)) return false;
    const values = turns.map((turn) => valueIn(turn, name));
    return new Set(values).size === turns.length && values.every((value) => /^[\w:-]{8,100}$/.test(value));
  });
}

/** The list whose children share the page's text among them; prompts are the plainer half. */
function alternating(scope: Element, all: number): FoundTurns | undefined {
  let list: Element = scope;
  for (;;) {
    const heavy = [...list.children].find((child) => lengthOf(child) > all * 0.85);
    if (!heavy) break;
    list = heavy;
  }
  const turns = [...list.children].filter((child) => !child.matches(PAGE_PARTS) && lengthOf(child) > 0);
  // Rows of a list are built alike; the paragraphs, headings and tables of one text are not.
  const alike = turns.every((turn) => turn.localName === turns[0]?.localName && !turn.matches(TEXT_PARTS));
  if (all < LEAST_TEXT || turns.length < 2 || !alike) return undefined;
  const richness = (parity: number) =>
    turns
      .filter((_, i) => i % 2 === parity)
      .reduce((sum, turn) => sum + turn.querySelectorAll('p, li, pre, table, h2, h3, code').length, 0);
  return {
    turn: `${pathTo(list)} > *`,
    kind: undefined,
    id: idOf(turns),
    userFirst: richness(0) <= richness(1),
  };
}

function pathTo(element: Element): string {
  const parent = element.parentElement;
  if (!parent) return element.localName;
  return `${pathTo(parent)} > :nth-child(${[...parent.children].indexOf(element) + 1})`;
}

function outermost(elements: readonly Element[]): Element[] {
  const roots: Element[] = [];
  for (const element of elements) if (!roots.at(-1)?.contains(element)) roots.push(element);
  return roots;
}

const lengthOf = (element: Element): number => element.textContent.replace(/\s+/g, '').length;

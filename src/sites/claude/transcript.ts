import { derivedKey, ROOT } from '../../model/keys';
import { toMarkdown } from '../../model/markdown';
import type { Role } from '../../model/turn';
import { asideOf, type Memory, propertyOf, readTurn } from '../markdown';
import { readPagerIn } from '../parts/pager';
import { withPanels } from '../parts/panel';
import type { Dialect, Reading } from '../site';
import { claudeRules, common } from './rules';

/** Dialects 1 to 3: no message shows an id, so a turn is known by its place and by the alternative it shows. */
const shared = {
  ...common,
  /** One for each message, in all three. */
  message: '[data-test-render-count]',
  /** Told apart without words, in a row that holds nothing but an attachment: what can be done with it. */
  userAction: '[data-testid="action-bar-edit"], [data-user-message-bubble]',
  assistantAction: '[data-testid="action-bar-retry"], [data-testid="action-bar-read-aloud"]',
  /** False in the moment of the last word; absent for about a second before the first. */
  streaming: '[data-is-streaming]',
  /** Thinking and tool steps: a pill that unfolds into a timeline; a web search with its results. */
  tool: 'div:has(> button[class*="group/status"], > button[class*="group/row"])',
  reasoning: '[data-timeline-text]',
  /** A clock that shows under the mouse. */
  hover: '[class*="group-hover:opacity-100"]',
} as const;

/** 1, until mid-2025. */
const earlySelectors = {
  ...shared,
  marker: '.font-claude-message, .font-user-message',
  prompt: `${common.prompt}, .font-user-message`,
  answer: '.font-claude-message',
  /** What the page adds below an answer (2025-08: that it cannot run code). */
  note: '[data-is-streaming] > .font-claude-message ~ *',
} as const;
/** 2, from about 2025-08 to 2026-06: the whole thread is in the page. */
const listSelectors = {
  ...shared,
  /** Prompts of the generation before had the attribute too. */
  marker: '[data-testid="user-message"]:not(.font-user-message), .font-claude-response',
  /** Other class names while it is being written. */
  answer: '.font-claude-response .standard-markdown, .font-claude-response .progressive-markdown',
} as const;
/** 3, since 2026-06 and still on some accounts: virtual rows that state their index and how many there are. */
const rowSelectors = {
  ...listSelectors,
  marker: '[data-rs-index]',
  row: '[data-rs-index]',
  position: '[aria-setsize]',
  /** Survives the pauses in which tools work. */
  writing: '[data-perf-row-streaming="true"]',
} as const;

type Selectors = Readonly<Record<keyof typeof shared | 'marker' | 'answer', string>> & {
  readonly note?: string;
};

export const early = dialect('early', earlySelectors, shared.message);
export const list = dialect('list', listSelectors, shared.message);
export const rows = dialect('rows', rowSelectors, rowSelectors.row);

/** Rows are never read as a list: without their numbers those that are not mounted would go unnoticed. */
const VIRTUAL = '[role="feed"], [aria-setsize], [data-rocksteady-sizer], [data-testid="transcript-list"]';

function dialect(id: string, selectors: Selectors, turn: string): Dialect {
  const rules = claudeRules({
    text: `${selectors.prompt}, ${selectors.answer}`,
    tool: selectors.tool,
    reasoning: selectors.reasoning,
  });
  const read = (element: Element, before: Reading | undefined, known?: Memory): Reading | undefined => {
    const role = roleOf(element, selectors);
    if (role === undefined) return undefined;
    const index = Number(element.getAttribute('data-rs-index') ?? Number.NaN);
    const ordinal = Number.isInteger(index) ? index + 1 : undefined;
    const total = Number(element.querySelector('[aria-setsize]')?.getAttribute('aria-setsize') ?? 0);
    const branch = readPagerIn(element, selectors.actions);
    const blocks = withPanels(readTurn(element, rules, known), element.ownerDocument, selectors.panel, rules);
    return {
      key: keyOf(role, ordinal, branch?.shown, before),
      formerKeys: [],
      role,
      markdown: toMarkdown(blocks),
      blocks,
      patience: patienceFor(element, role, selectors),
      ...(ordinal !== undefined && { ordinal }),
      ...(total > 0 && { total }),
      ...(branch !== undefined && { branch }),
    };
  };
  return {
    id,
    selectors,
    ids: false,
    fits: (page) =>
      page.querySelector(selectors.marker) !== null &&
      (turn === rowSelectors.row || page.querySelector(VIRTUAL) === null),
    scope: (page) => scopeOf(page, turn),
    turn,
    panel: selectors.panel,
    together: [[selectors.prompt, turn]],
    attributes: ['data-is-streaming', 'data-perf-row-streaming', 'data-rs-index', 'aria-setsize'],
    aside: [asideOf(rules), selectors.actions, selectors.note, selectors.hover].filter(Boolean).join(', '),
    read,
  };
}

/** The nearest element round all turns: panels and sidebars are outside it. */
function scopeOf(page: Document, turn: string): Element | null {
  const turns = page.querySelectorAll(turn);
  const last = turns[turns.length - 1];
  let around = turns[0]?.parentElement ?? null;
  while (around && last && !isInside(last, around)) around = propertyOf(around, 'parentElement');
  return around;
}

const isInside = (element: Element, around: Element): boolean =>
  (element.compareDocumentPosition(around) & Node.DOCUMENT_POSITION_CONTAINS) !== 0;

function roleOf(element: Element, selectors: Selectors): Role | undefined {
  const stated = element.getAttribute('data-perf-row');
  if (stated === 'human') return 'user';
  if (stated === 'assistant') return 'assistant';
  if (element.querySelector(`${selectors.prompt}, ${selectors.userAction}`) !== null) return 'user';
  const answers = `${selectors.streaming}, ${selectors.answer}, ${selectors.assistantAction}`;
  return element.querySelector(answers) !== null ? 'assistant' : undefined;
}

/** Rows that are not mounted were read before or will be: between two mounted ones the first alternative is assumed. */
function keyOf(
  role: Role,
  ordinal: number | undefined,
  shown = 1,
  before: Reading | undefined = undefined,
): string {
  if (ordinal === undefined) return derivedKey(before?.key ?? ROOT, role, shown - 1);
  const known = before?.ordinal !== undefined && before.ordinal < ordinal ? before : undefined;
  const skipped = ordinal - (known?.ordinal ?? 0) - 1;
  return derivedKey(known?.key ?? ROOT, role, shown - 1, skipped);
}

function patienceFor(element: Element, role: Role, { streaming }: Selectors): number {
  if (role === 'user') return 0;
  const flag = element.querySelector(streaming)?.getAttribute('data-is-streaming');
  const writing = element.closest(rowSelectors.writing) ?? element.querySelector(rowSelectors.writing);
  if (flag === 'true' || writing) return 15_000;
  return flag === 'false' ? 800 : 10_000;
}

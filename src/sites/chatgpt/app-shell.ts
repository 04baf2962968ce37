import { derivedKey, ROOT } from '../../model/keys';
import { toMarkdown } from '../../model/markdown';
import type { Role } from '../../model/turn';
import { asideOf, type Memory, queryAll, readTurn, rulesOf } from '../markdown';
import { readPager } from '../parts/pager';
import { readTime } from '../parts/time';
import type { Dialect, Reading } from '../site';

/** Dialect B, the app shell: since 2026-09-21. None of the classic attributes is left. */
const selectors = {
  shell: 'html[data-codex-window-type], [data-app-shell-main-surface], [data-app-action-timeline-scroll]',
  /** Up to four earlier pages stay mounted beside the shown one, each with a thread. */
  activePage: '[data-app-shell-active-page="true"]',
  hidden: '[style*="display: none"], [style*="display:none"], [hidden], [inert]',
  /** A prompt or an answer. Answers that are only an image have ids but no unit key. */
  unit: '[data-chatgpt-search-unit-key], [data-chatgpt-search-message-ids]',
  /** One prompt with its answer. */
  exchange: '[data-turn-key], [data-content-search-turn-key]',
  prompt: '[data-user-message-bubble]',
  /** The words of an answer, by renderer. While an agent works, some stand outside every unit. */
  answer: '[data-markdown-text-style="assistant-message"], [class*="DilResponseRoot"]',
  role: '[data-conversation-role]',
  busy: '[role="status"][aria-busy="true"]',
  /** Cut off in mid-answer; the page may take it up again. */
  interrupted: '.text-chatgpt-recovery',
  finished: '.turn-action-controls',
  state: '[data-talvt-turn-state]',
  /** The only time in the page: above the first exchange of a while. */
  time: '[role="separator"] time[datetime]',
  pager: '.tabular-nums',
  exclude: '[data-markdown-copy="exclude"]',
  code: '[data-markdown-copy="code-block"]',
  inlineCode: '[data-markdown-copy="inline-code"]',
  citation: '[data-testid="chatgpt-citation"], [data-testid="chatgpt-library-file-citation"]',
  /** An answer may be nothing but this. */
  generated: '[data-testid="generated-image-preview"]',
  uploaded: '.group\\/user-message img',
  file: '.group\\/resource-card',
  /** The whole name; what shows of it may be cut off, and the file's kind stands below. */
  name: '[title], button',
} as const;

const RULES = rulesOf({
  verbatim: `${selectors.prompt}:not(:has([data-markdown-text-tone]))`,
  text: `${selectors.prompt}, ${selectors.answer}`,
  skip: selectors.exclude,
  code: `${selectors.code}, pre`,
  inlineCode: selectors.inlineCode,
  citation: selectors.citation,
  image: `${selectors.generated}, ${selectors.uploaded}`,
  file: selectors.file,
  name: selectors.name,
});

/** Words of an agent outside every unit: a part of the answer, and the first of them a turn while it has no unit yet. */
const LOOSE = `[data-content-search-turn-key] :is(${selectors.answer}):not(:is(${selectors.unit}) *)`;
const BEFORE = `[data-content-search-turn-key] :is(${selectors.answer}, :has(${selectors.answer}))`;
const ANSWERED =
  '[data-content-search-turn-key]:has([data-chatgpt-search-unit-key$=":assistant"], [data-chatgpt-search-message-ids] [data-conversation-role="assistant"])';
const FIRST_LOOSE = `${LOOSE}:not(${ANSWERED} *, ${BEFORE} ~ *, ${BEFORE} ~ * *)`;

const PASSING_ID = /^(?:pending|fallback|local|request)[-:]/;

export const appShell: Dialect = {
  id: 'app-shell',
  selectors,
  ids: true,
  fits: (page) => page.querySelector(selectors.shell) !== null,
  scope: (page) => page.querySelector(selectors.activePage) ?? page.querySelector('main'),
  turn: `${selectors.unit}, ${FIRST_LOOSE}`,
  group: selectors.exchange,
  together: [['pre, .cm-content, code[class*="whitespace-pre"]', selectors.code]],
  attributes: [
    'data-chatgpt-search-message-ids',
    'data-chatgpt-search-unit-key',
    'data-app-shell-active-page',
    'data-talvt-turn-state',
    'aria-busy',
  ],
  aside: `${asideOf(RULES)}, ${selectors.pager}, ${LOOSE}`,
  read,
};

function read(turn: Element, before: Reading | undefined, known?: Memory): Reading | undefined {
  // Should the mark of the shown page be gone, earlier ones must still not be taken for it.
  if (turn.closest(selectors.hidden) !== null) return undefined;
  const loose = !turn.matches(selectors.unit);
  const exchange = turn.closest(selectors.exchange) ?? turn;
  const role = loose ? 'assistant' : roleOf(turn);
  const parts = role === 'assistant' ? partsOf(turn, exchange) : [turn];
  // Once the answer has its unit, what stood outside is a part of it.
  if (role === undefined || parts.length === 0) return undefined;

  // A prompt with nothing before it is the first of a new chat: in a longer thread the newest turns stay mounted.
  const parent = before?.key ?? (role === 'user' ? ROOT : undefined);
  const made = parent === undefined ? [] : [derivedKey(parent, role)];
  const ids = (turn.getAttribute('data-chatgpt-search-message-ids') ?? '')
    .split(/\s+/)
    .filter((id) => id !== '' && !PASSING_ID.test(id));
  // Tool steps put their ids first; the answer is known by the last.
  const key = ids.at(-1) ?? made[0];
  if (key === undefined) return undefined;

  const blocks = parts.flatMap((part) => readTurn(part, RULES, known, !part.matches(selectors.unit)));
  const createdAt = role === 'user' ? readTime(exchange.querySelector(selectors.time)) : undefined;
  const branch = readPager(turn, selectors.pager);
  return {
    key,
    formerKeys: [...new Set([...made, ...ids])].filter((former) => former !== key),
    role,
    markdown: toMarkdown(blocks),
    blocks,
    patience: patienceFor(turn, exchange, role),
    ...(createdAt !== undefined && { createdAt }),
    ...(branch !== undefined && { branch }),
  };
}

/** All that an answer is made of, in the order of the page. Words outside every unit belong to the next unit. */
function partsOf(turn: Element, exchange: Element): Element[] {
  const parts = queryAll(exchange, `${selectors.unit}, ${LOOSE}`).filter(
    (part) => !part.matches(selectors.unit) || roleOf(part) === 'assistant',
  );
  const units = parts.filter((part) => part.matches(selectors.unit));
  if (units.length === 0) return parts[0] === turn ? parts : [];
  const ownerOf = (part: Element) => units.find((unit) => parts.indexOf(unit) >= parts.indexOf(part));
  return parts.filter((part) => (ownerOf(part) ?? units.at(-1)) === turn);
}

function roleOf(turn: Element): Role | undefined {
  const unit = turn.getAttribute('data-chatgpt-search-unit-key') ?? '';
  const stated =
    unit.slice(unit.lastIndexOf(':') + 1) ||
    turn.querySelector(selectors.role)?.getAttribute('data-conversation-role');
  if (stated === 'user' || stated === 'assistant') return stated;
  return turn.querySelector(selectors.generated) === null ? undefined : 'assistant';
}

/** The state may stay `in_progress` for ever, so no sign is trusted alone; a text that grows again heals all. */
function patienceFor(turn: Element, exchange: Element, role: Role): number {
  if (role === 'user') return 0;
  if (exchange.querySelector(`${selectors.busy}, ${selectors.interrupted}`) !== null) return 15_000;
  // The prompt has controls too: only those after the answer tell.
  const finished = queryAll(exchange, selectors.finished).some(
    (bar) => (turn.compareDocumentPosition(bar) & 4) /* following */ !== 0 || turn.contains(bar),
  );
  const inProgress =
    (exchange.matches(selectors.state) ? exchange : exchange.querySelector(selectors.state))?.getAttribute(
      'data-talvt-turn-state',
    ) === 'in_progress';
  return finished && !inProgress ? 1_200 : finished ? 4_000 : 10_000;
}

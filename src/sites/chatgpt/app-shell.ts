import { derivedKey, ROOT } from '../../model/keys';
import { toMarkdown } from '../../model/markdown';
import type { Role } from '../../model/turn';
import { type DialectRules, readBlocks } from '../markdown';
import type { Dialect, Reading } from '../site';

/** Dialect B, the app shell: since 2026-09-21. None of the classic attributes is left. */
const SHELL =
  'html[data-codex-window-type], [data-app-shell-main-surface], [data-app-action-timeline-scroll]';
/** Up to four earlier pages stay mounted beside the shown one, each with a thread. */
const ACTIVE_PAGE = '[data-app-shell-active-page="true"]';
/** A prompt or an answer. Answers that are only an image have ids but no unit key. */
const TURN = '[data-chatgpt-search-unit-key], [data-chatgpt-search-message-ids]';
/** One prompt with its answer. */
const EXCHANGE = '[data-turn-key], [data-content-search-turn-key]';
/** The words of an answer; a prompt is read whole. */
const ANSWER_TEXT = '[data-markdown-text-style="assistant-message"]';
const BUSY = '[role="status"][aria-busy="true"]';
/** Cut off in mid-answer; the page may take it up again. */
const INTERRUPTED = '.text-chatgpt-recovery';
const FINISHED = '.turn-action-controls';
const STATE = '[data-talvt-turn-state]';

const RULES: DialectRules = {
  skip: '[data-markdown-copy="exclude"], [data-testid="chatgpt-citation"], .group\\/resource-card',
  code: '[data-markdown-copy="code-block"], pre',
  inlineCode: '[data-markdown-copy="inline-code"]',
};

const PASSING_ID = /^(?:pending|fallback|local|request)[-:]/;

export const appShell: Dialect = {
  id: 'app-shell',
  fits: (page) => page.querySelector(SHELL) !== null,
  scope: (page) => page.querySelector(ACTIVE_PAGE) ?? page.querySelector('main'),
  turn: TURN,
  attributes: [
    'data-chatgpt-search-message-ids',
    'data-chatgpt-search-unit-key',
    'data-app-shell-active-page',
    'data-talvt-turn-state',
    'aria-busy',
  ],
  read,
};

function read(turn: Element, before: Reading | undefined): Reading | undefined {
  const role = roleOf(turn);
  if (role === undefined) return undefined;

  // A prompt with nothing before it is the first of a new chat: in a longer thread the newest turns stay mounted.
  const parent = before?.key ?? (role === 'user' ? ROOT : undefined);
  const made = parent === undefined ? [] : [derivedKey(parent, role)];
  const ids = (turn.getAttribute('data-chatgpt-search-message-ids') ?? '')
    .split(/\s+/)
    .filter((id) => id !== '' && !PASSING_ID.test(id));
  // Tool steps put their ids first; the answer is known by the last.
  const key = ids.at(-1) ?? made[0];
  if (key === undefined) return undefined;

  const roots = role === 'assistant' ? [...turn.querySelectorAll(ANSWER_TEXT)] : [turn];
  const blocks = roots.flatMap((root) => readBlocks(root, RULES));
  return {
    key,
    formerKeys: [...new Set([...made, ...ids])].filter((former) => former !== key),
    role,
    markdown: toMarkdown(blocks),
    blocks,
    patience: patienceFor(turn, role),
  };
}

function roleOf(turn: Element): Role | undefined {
  const unit = turn.getAttribute('data-chatgpt-search-unit-key') ?? '';
  const stated =
    unit.slice(unit.lastIndexOf(':') + 1) ||
    turn.querySelector('[data-conversation-role]')?.getAttribute('data-conversation-role');
  return stated === 'user' || stated === 'assistant' ? stated : undefined;
}

/** The state may stay `in_progress` for ever, so no sign is trusted alone; a text that grows again heals all. */
function patienceFor(turn: Element, role: Role): number {
  if (role === 'user') return 0;
  const exchange = turn.closest(EXCHANGE) ?? turn;
  if (exchange.querySelector(`${BUSY}, ${INTERRUPTED}`) !== null) return 15_000;
  // The prompt has controls too: only those after the answer tell.
  const finished = [...exchange.querySelectorAll(FINISHED)].some(
    (bar) => (turn.compareDocumentPosition(bar) & 4) /* following */ !== 0 || turn.contains(bar),
  );
  const inProgress =
    (exchange.matches(STATE) ? exchange : exchange.querySelector(STATE))?.getAttribute(
      'data-talvt-turn-state',
    ) === 'in_progress';
  return finished && !inProgress ? 1_200 : finished ? 4_000 : 10_000;
}

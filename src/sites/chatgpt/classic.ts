import type { Block } from '../../model/block';
import { derivedKey, ROOT } from '../../model/keys';
import { toMarkdown } from '../../model/markdown';
import type { Role } from '../../model/turn';
import { asideOf, isForm, type Memory, queryAll, readTurn, rulesOf } from '../markdown';
import { readPager } from '../parts/pager';
import type { Dialect, Reading } from '../site';

/** Dialect A: `article` turns until about 2026-03 (A1), `section` turns since then (A2, still served 2026-10). */
const selectors = {
  /** Both, and `div` turns in reduced pages. The number is the turn's place in the branch shown. */
  turn: '[data-testid^="conversation-turn-"]',
  /** A2 since about 2026-05, and the id of a prompt that is not mounted. */
  container: 'div[data-turn-id-container]',
  /** One or several in a turn; none in image, research and working turns. */
  message: '[data-message-author-role]',
  /** A prompt's words; older pages have them in the message itself. */
  bubble: '.user-message-bubble-color, [data-testid="collapsible-user-message-content"]',
  typed: '[data-message-author-role="user"] .whitespace-pre-wrap',
  /** Each finished turn's own action bar. A code block's copy button is another one. */
  finished: '[data-testid="copy-turn-action-button"]',
  /** On the answer that is being written, by generation. */
  writing: '.result-streaming, .streaming-animation',
  /** In the composer while any answer is being written; flickers and lingers, so it is one sign of several. */
  stop: '[data-testid="stop-button"]',
  /** Between the alternatives of an edited prompt or a retried answer. */
  pager: '.tabular-nums',
  /** Favicon, a site's name and "+N" in a link. */
  citation: '[data-testid="webpage-citation-pill"]',
  /** The tool that a prompt names (2026-07). */
  tool: '[data-inline-selection-pill]',
  /** Three copies of one picture; uploads are plain `img` in the prompt's turn. */
  image: '[class~="group/imagegen-image"], [data-turn="user"] img',
  file: '[data-testid="file-card"], [class*="file-tile"]',
  /** Below it stands what kind of file it is, in the user's language. */
  name: '.truncate, .font-semibold',
  /** A report in a frame of another origin: its text cannot be read from the page (2026-07). */
  artifact: 'iframe[title^="internal://deep-research"], [data-testid="artifact-card"]',
  /** The composer and the line below it. */
  bottom: '#thread-bottom-container, #thread-bottom, [data-testid="thread-disclaimer"]',
} as const;

const RULES = rulesOf({
  verbatim: `${selectors.bubble}, ${selectors.typed}, [data-message-author-role="user"]`,
  text: `${selectors.bubble}, ${selectors.typed}, [data-message-author-role]:not([data-message-author-role="user"])`,
  code: 'pre',
  name: selectors.name,
  citation: selectors.citation,
  tool: selectors.tool,
  image: selectors.image,
  file: selectors.file,
  artifact: selectors.artifact,
});

/** An id that the page makes up until the server has answered, or that changes with each reload. */
const PASSING_ID = /^(?:request|pending|placeholder|local|WEB|client-created)[-:]/;

export const classic: Dialect = {
  id: 'classic',
  selectors,
  ids: true,
  fits: (page) => page.querySelector(`${selectors.turn}, ${selectors.container}, #thread`) !== null,
  scope: (page) => page.querySelector('main') ?? page.body,
  turn: selectors.turn,
  attributes: ['data-message-id', 'data-turn'],
  aside: `${asideOf(RULES)}, ${selectors.pager}, ${selectors.bottom}`,
  read,
};

function read(turn: Element, before: Reading | undefined, known?: Memory): Reading | undefined {
  const messages = queryAll(turn, selectors.message);
  const role = roleOf(
    messages[0]?.getAttribute('data-message-author-role') ?? turn.getAttribute('data-turn'),
  );
  if (role === undefined) return undefined;

  const ordinal = ordinalOf(turn);
  const parent = parentKey(turn, ordinal, before);
  const made = parent === undefined ? [] : [derivedKey(parent, role)];
  const ids = messages.map((m) => m.getAttribute('data-message-id')).filter(isLastingId);
  // An answer in several parts is one message, known by its last part, as in the app shell and the export.
  const key = ids.at(-1) ?? made[0];
  if (key === undefined) return undefined;

  const blocks = role === 'user' ? readPrompt(turn, messages[0]) : readTurn(turn, RULES, known);
  const model = messages.at(-1)?.getAttribute('data-message-model-slug') ?? undefined;
  const branch = readPager(turn, selectors.pager);
  return {
    key,
    formerKeys: [...made, ...ids].filter((former) => former !== key),
    role,
    markdown: toMarkdown(blocks),
    blocks,
    patience: patienceFor(turn, role),
    ...(model !== undefined && { model }),
    ...(ordinal !== undefined && { ordinal }),
    ...(branch !== undefined && { branch }),
  };
}

/** Older pages have a prompt's words in the message itself, without a bubble. */
function readPrompt(turn: Element, message: Element | undefined): Block[] {
  const blocks = readTurn(turn, RULES);
  const bare = message && !blocks.some(({ type }) => type === 'text' || type === 'image');
  return bare ? readTurn(message, RULES, undefined, true) : blocks;
}

function ordinalOf(turn: Element): number | undefined {
  const n = Number(turn.getAttribute('data-testid')?.replace(/^conversation-turn-/, ''));
  return Number.isInteger(n) && n > 0 ? n : undefined;
}

/** Key of the turn before, mounted or not: an unmounted one leaves a container that still shows its id. */
function parentKey(
  turn: Element,
  ordinal: number | undefined,
  before: Reading | undefined,
): string | undefined {
  if (ordinal === 1) return ROOT;
  if (before !== undefined && (ordinal === undefined || before.ordinal === ordinal - 1)) return before.key;
  const container = turn.closest(selectors.container)?.previousElementSibling;
  const id = container && !isForm(container) ? container.getAttribute('data-turn-id-container') : null;
  // Only a prompt's turn id is its message id, and what follows an answer is a prompt.
  return turn.getAttribute('data-turn') === 'assistant' && isLastingId(id) ? id : undefined;
}

const isLastingId = (id: string | null): id is string => id !== null && id !== '' && !PASSING_ID.test(id);

function patienceFor(turn: Element, role: Role): number {
  if (role === 'user') return 0;
  if (turn.querySelector(selectors.writing) !== null) return 15_000;
  if (turn.querySelector(selectors.finished) === null) return 10_000;
  // Looked for last, and for the newest answer only: it takes a search of the whole page.
  return !isFollowed(turn) && turn.ownerDocument.querySelector(selectors.stop) !== null ? 10_000 : 1_200;
}

/** What has a turn after it is no longer being written. */
function isFollowed(turn: Element): boolean {
  const next = turn.nextElementSibling ?? turn.closest(selectors.container)?.nextElementSibling ?? null;
  if (next === null || isForm(next)) return false;
  return next.matches(selectors.turn) || next.querySelector(selectors.turn) !== null;
}

const roleOf = (value: string | null): Role | undefined =>
  value === 'user' || value === 'assistant' || value === 'system' || value === 'tool' ? value : undefined;

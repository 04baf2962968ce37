import { derivedKey, ROOT } from '../../model/keys';
import { toMarkdown } from '../../model/markdown';
import type { Role } from '../../model/turn';
import { type DialectRules, readBlocks } from '../markdown';
import type { Dialect, Reading } from '../site';

/** Dialect A: `article` turns until about 2026-03 (A1), `section` turns since then (A2, still served 2026-10). */
const TURN = '[data-testid^="conversation-turn-"]';
/** One or several in a turn; none in image, research and working turns. */
const MESSAGE = '[data-message-author-role]';
/** Each finished turn's own action bar. A code block's copy button is another one. */
const FINISHED = '[data-testid="copy-turn-action-button"]';
/** On the answer that is being written, by generation. */
const WRITING = '.result-streaming, .streaming-animation';
/** In the composer while any answer is being written; flickers and lingers, so it is one sign of several. */
const STOP = '[data-testid="stop-button"]';

const RULES: DialectRules = {
  // Citation pills, their favicons and "+N", and the tool named in a prompt.
  skip: '[data-testid="webpage-citation-pill"], [data-inline-selection-pill]',
  code: 'pre',
};

/** An id that the page makes up until the server has answered, or that changes with each reload. */
const PASSING_ID = /^(?:request|pending|placeholder|local|WEB|client-created)[-:]/;

export const classic: Dialect = {
  id: 'classic',
  fits: (page) => page.querySelector(`${TURN}, [data-turn-id-container], #thread`) !== null,
  scope: (page) => page.querySelector('main') ?? page.body,
  turn: TURN,
  attributes: ['data-message-id', 'data-turn'],
  read,
};

function read(turn: Element, before: Reading | undefined): Reading | undefined {
  const messages = [...turn.querySelectorAll(MESSAGE)];
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

  const blocks = messages.flatMap((message) => readBlocks(message, RULES));
  const model = messages.at(-1)?.getAttribute('data-message-model-slug') ?? undefined;
  return {
    key,
    formerKeys: [...made, ...ids].filter((former) => former !== key),
    role,
    markdown: toMarkdown(blocks),
    blocks,
    patience: patienceFor(turn, role),
    ...(model !== undefined && { model }),
    ...(ordinal !== undefined && { ordinal }),
  };
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
  const container = turn.closest('div[data-turn-id-container]')?.previousElementSibling;
  const id = container?.getAttribute('data-turn-id-container') ?? null;
  // Only a prompt's turn id is its message id, and what follows an answer is a prompt.
  return turn.getAttribute('data-turn') === 'assistant' && isLastingId(id) ? id : undefined;
}

const isLastingId = (id: string | null): id is string => id !== null && id !== '' && !PASSING_ID.test(id);

function patienceFor(turn: Element, role: Role): number {
  if (role === 'user') return 0;
  if (turn.querySelector(WRITING) !== null) return 15_000;
  const finished = turn.querySelector(FINISHED) !== null;
  const stoppable = turn.ownerDocument.querySelector(STOP) !== null;
  return finished && !stoppable ? 1_200 : 10_000;
}

const roleOf = (value: string | null): Role | undefined =>
  value === 'user' || value === 'assistant' || value === 'system' || value === 'tool' ? value : undefined;

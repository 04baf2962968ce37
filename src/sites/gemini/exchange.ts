import { derivedKey, ROOT } from '../../model/keys';
import { toMarkdown } from '../../model/markdown';
import type { Role } from '../../model/turn';
import { asideOf, type Memory, readTurn, rulesOf } from '../markdown';
import { withPanels } from '../parts/panel';
import type { Dialect, Reading } from '../site';

/** Seen from 2025-06 to 2026-10. Class names beginning with `ng-` or `_ng` change with every release: none is used. */
const selectors = {
  history: '#chat-history, [data-test-id="chat-history-container"]',
  /** One prompt with its answer; its id is the answer's. Empty while it is being loaded. */
  exchange: '.conversation-container',
  prompt: 'user-query',
  answer: 'model-response',
  promptText: '.query-text',
  /** One element for each line that was typed. */
  line: '.query-text-line',
  answerText: 'message-content',
  /** Several answers may share an id; each has its own here. */
  draft: '[data-test-draft-id]',
  busy: '.markdown[aria-busy="true"], message-content [aria-busy="true"]',
  finished: 'message-actions, .response-footer.complete',
  /** Only when it has been unfolded. */
  reasoning: 'model-thoughts, thinking-overlay',
  code: 'code-block',
  image:
    'generated-image, user-query-file-preview:has([data-test-id="uploaded-img"], img):not(:has(filename-label, [data-test-id="uploaded-file"]))',
  file: 'user-query-file-preview:has(filename-label, [data-test-id="uploaded-file"]), generated-file',
  /** A card goes on with when it was made. */
  name: 'filename-label, [data-test-id="file-name"], [data-test-id="artifact-text"], .card-title',
  extension: 'extension-label',
  /** A card that opens a report or a canvas beside the conversation. */
  artifact: 'immersive-entry-chip',
  panel: '#extended-response-markdown-content, immersive-panel .markdown',
  citation: 'sources-list a[href], sources-carousel-inline a[href], a[data-test-id="browse-web-item-link"]',
  footnote: 'source-footnote, sources-carousel-inline, sources-list',
} as const;

const RULES = rulesOf({
  text: `${selectors.promptText}, ${selectors.answerText}`,
  skip: selectors.footnote,
  code: `${selectors.code}, pre`,
  line: selectors.line,
  reasoning: selectors.reasoning,
  image: selectors.image,
  file: selectors.file,
  artifact: selectors.artifact,
  name: selectors.name,
  extension: selectors.extension,
  citation: selectors.citation,
});

/** Since about 2026-09 an answer has a `model-response-content` where it had a `response-container` before. */
export const responseContent = dialect('response-content', 'model-response-content');
export const responseContainer = dialect('response-container', `${selectors.history}, ${selectors.exchange}`);

function dialect(id: string, marker: string): Dialect {
  return {
    id,
    selectors: { ...selectors, marker },
    ids: true,
    fits: (page) => page.querySelector(marker) !== null,
    scope: (page) => page.querySelector(selectors.history) ?? page.querySelector('chat-window-content'),
    turn: `${selectors.prompt}, ${selectors.answer}`,
    group: selectors.exchange,
    panel: selectors.panel,
    together: [
      ['pre', selectors.code],
      ['.query-text p', selectors.line],
      ['[data-test-id="file-name"]', selectors.file],
      ['sup[data-turn-source-index]', selectors.footnote],
      ['[data-test-id="artifact-text"]', selectors.artifact],
    ],
    attributes: ['id', 'aria-busy', 'data-test-draft-id'],
    aside: `${asideOf(RULES)}, message-actions`,
    read,
  };
}

function read(turn: Element, before: Reading | undefined, known?: Memory): Reading | undefined {
  const role: Role = turn.matches(selectors.prompt) ? 'user' : 'assistant';
  const container = turn.closest(selectors.exchange)?.id ?? '';
  const id = /^[0-9a-f]{12,}$/.test(container) ? container : idOfAnswer(turn);
  const parent = before?.key ?? (role === 'user' ? ROOT : undefined);
  const made = parent === undefined ? [] : [derivedKey(parent, role)];
  // A prompt shows no id of its own.
  const key = id === undefined ? made[0] : role === 'user' ? `${id}:user` : id;
  if (key === undefined) return undefined;
  const draft =
    role === 'user' ? null : turn.querySelector(selectors.draft)?.getAttribute('data-test-draft-id');
  const blocks = withPanels(readTurn(turn, RULES, known), turn.ownerDocument, selectors.panel, RULES);
  return {
    key,
    // Without a turn before it, its place says nothing: it may be any prompt of a long thread.
    formerKeys: before === undefined ? [] : made.filter((former) => former !== key),
    role,
    markdown: toMarkdown(blocks),
    blocks,
    patience: patienceFor(turn, role),
    ...(draft && { draft }),
  };
}

/** The answer's text says it as well: `message-content-id-r_<id>`. */
function idOfAnswer(turn: Element): string | undefined {
  const exchange = turn.closest(selectors.exchange) ?? turn;
  const id = exchange.querySelector(selectors.answerText)?.id ?? '';
  return /r_([0-9a-f]{12,})$/.exec(id)?.[1];
}

/** Busy until about 2.4 s after the last word; the actions come with the end. */
function patienceFor(turn: Element, role: Role): number {
  if (role === 'user') return 0;
  if (turn.querySelector(selectors.busy) !== null) return 15_000;
  return turn.querySelector(selectors.finished) !== null ? 1_200 : 8_000;
}

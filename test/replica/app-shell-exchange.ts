import { drawVersions, editButton, retryButton } from './alter';
import type { Part } from './conversation';
import { type Screen, type ShownTurn, textOf } from './dialect';
import { drawParts, h, set } from './dom';
import type { Words } from './words';

/** One prompt with its answer, as the app shell draws it. */

export function exchange(user: ShownTurn, n: number, say: Words): HTMLElement {
  const bubble = h(
    'div',
    { 'data-user-message-bubble': 'true' },
    h('div', { class: 'whitespace-pre-wrap' }, textOf(user)),
  );
  const key = `fallback-turn-${n}:0:user`;
  const message = h('div', { 'data-content-search-unit-key': key }, bubble);
  return h(
    'div',
    { 'data-exchange': user.id },
    h(
      'div',
      { 'data-content-search-turn-key': `fallback-turn-${n}` },
      h('div', { role: 'separator' }, 'Today 11:23'),
      h(
        'div',
        { 'data-talvt-turn-state': 'in_progress' },
        h('h4', { class: 'sr-only' }, `${say.you} ${textOf(user)}`),
        h('div', { class: 'group/user-message', 'data-chatgpt-search-unit-key': key }, message),
        controls(editButton(user, message, say), say),
      ),
    ),
  );
}

const controls = (more: HTMLElement, say: Words): HTMLElement =>
  h(
    'div',
    { class: 'turn-action-controls' },
    h('button', { type: 'button', 'aria-label': say.copy }, say.copy),
    more,
  );

export function drawExchange(
  element: HTMLElement,
  user: ShownTurn,
  answer: ShownTurn | undefined,
  screen: Screen,
  n: number,
  say: Words,
): void {
  element.style.height = screen.rowHeight > 0 ? `${screen.rowHeight}px` : '';
  set(element, 'data-turn-key', user.pending ? 'pending-chatgpt-submit' : user.id);
  const prompt = element.querySelector('[class="group/user-message"]');
  if (prompt && !user.pending) set(prompt, 'data-chatgpt-search-message-ids', user.id);
  const turn = element.querySelector('[data-talvt-turn-state]');
  const bar = turn?.querySelector('.turn-action-controls');
  if (!turn || !bar) return;
  drawVersions(bar, user, say);
  if (answer) leaveOther(turn, bar, answer);
  if (!answer || answer.parts.length === 0) return;
  let unit = turn.querySelector('[data-chatgpt-search-unit-key$=":assistant"]');
  if (!unit) {
    unit = h(
      'div',
      { 'data-chatgpt-search-unit-key': `fallback-turn-${n}:2:assistant` },
      h('h4', { class: 'sr-only', 'data-conversation-role': 'assistant' }, say.it),
    );
    const thought = h(
      'div',
      { class: 'group/activity-header' },
      h('button', { type: 'button' }, h('span', {}, 'Thought for 3s')),
    );
    turn.append(h('span', { hidden: true, 'data-chatgpt-agent-turn-start': true }), thought, unit);
  }
  const { step } = answer;
  const first = step && answer.parts.length > 0 ? step.parts : 0;
  if (step) drawMessage(unit, step.id, answer.parts.slice(0, first), answer, screen, say);
  drawMessage(unit, answer.id, answer.parts.slice(first), answer, screen, say);
  const ids = step ? [step.id, ...(answer.parts.length > first ? [answer.id] : [])] : [answer.id];
  set(unit, 'data-chatgpt-search-message-ids', [...ids, ...(answer.done ? [answer.id] : [])].join(' '));
  if (!answer.done) return;
  // An answer written on this page may stay `in_progress` for ever: seen on the real page.
  if (!answer.live) set(turn, 'data-talvt-turn-state', 'complete');
  if (!unit.nextElementSibling) unit.after(controls(retryButton(answer, say), say));
  drawVersions(unit.nextElementSibling as Element, answer, say);
}

/** Takes away all that follows the prompt if it belongs to another answer than is to be shown. */
function leaveOther(turn: Element, bar: Element, { id, step }: ShownTurn): void {
  const message = turn.querySelector('[data-chatgpt-selection-message-id]');
  const shown = message?.getAttribute('data-chatgpt-selection-message-id');
  if (!shown || shown === id || shown === step?.id) return;
  while (bar.nextElementSibling) bar.nextElementSibling.remove();
  set(turn, 'data-talvt-turn-state', 'in_progress');
}

function drawMessage(
  unit: Element,
  id: string,
  parts: readonly Part[],
  answer: ShownTurn,
  screen: Screen,
  say: Words,
): void {
  if (parts.length === 0) return;
  let message = unit.querySelector(`[data-chatgpt-selection-message-id="${id}"]`);
  if (!message) {
    // A chat begun on this page keeps its provisional id here until the page is loaded again.
    const conversation = answer.live ? `local-chatgpt:${screen.conversation}` : screen.conversation;
    message = h(
      'div',
      { 'data-chatgpt-selection-conversation-id': conversation, 'data-chatgpt-selection-message-id': id },
      h('div', { class: 'MarkdownRoot-x1', 'data-markdown-text-style': 'assistant-message' }),
    );
    unit.append(message);
  }
  const root = message.firstElementChild as Element;
  drawParts(root, parts, (part) =>
    part.kind === 'text' ? h('p', { class: 'Paragraph-x1' }) : codeBlock(part, say),
  );
}

const codeBlock = (part: Part, say: Words): HTMLElement =>
  h(
    'div',
    { 'data-markdown-copy': 'code-block' },
    h(
      'div',
      { 'data-markdown-copy': 'exclude' },
      part.kind === 'code' ? part.language : '',
      h('button', { type: 'button' }, say.copy),
    ),
    h('pre', {}, h('code', { 'data-text': true })),
  );

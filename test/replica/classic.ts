import { drawPager, editButton, retryButton } from './alter';
import { composer } from './composer';
import type { Part } from './conversation';
import { type ReplicaDialect, type Screen, type Shell, type ShownTurn, textOf } from './dialect';
import { capitalised, drawParts, h } from './dom';
import { chatgpt } from './site';
import { chatgptWords, type Words } from './words';

/** ChatGPT, classic sections in containers (A2). Unmounted turns leave an empty container behind. */
export const classic: ReplicaDialect = {
  site: chatgpt,
  list: { turnsPerRow: 1, rowHeight: 160, pinned: 5 },
  showsIds: true,
  provisionalPath: (id) => `/c/WEB:${id}`,
  shell(body, behaviour): Shell {
    const say = chatgptWords[behaviour.language];
    const sidebar = h('nav', { id: 'history', class: 'sidebar' });
    const rail = h('div', { class: 'fixed' });
    const list = h('div', { class: 'flex flex-col text-sm' });
    const { form, input, writing } = composer(
      say,
      { 'data-type': 'unified-composer' },
      { 'data-testid': 'stop-button' },
    );
    const scroller = h(
      'div',
      { 'data-scroll-root': true, class: 'scroll' },
      h(
        'header',
        { id: 'page-header' },
        h('button', { type: 'button', 'data-testid': 'model-switcher-dropdown-button' }, 'ChatGPT 5'),
      ),
      h('main', { id: 'main', tabindex: '-1' }, h('div', { id: 'thread' }, rail, list)),
      h('div', { id: 'thread-bottom-container' }, form),
    );
    body.append(sidebar, scroller);

    return {
      sidebar,
      form,
      input,
      scroller: () => scroller,
      fromTop: () => scroller.scrollTop,
      scrollTo: (top) => {
        scroller.scrollTop = top;
      },
      open: () => list.replaceChildren(),
      draw(screen) {
        if (list.childElementCount === 0) {
          list.append(
            h('div', { 'data-turn-id-container': 'client-created-root', 'data-is-intersecting': 'true' }),
          );
        }
        for (const [i, turn] of screen.turns.entries()) drawTurn(list, screen, turn, i, say);
        while (list.childElementCount > screen.turns.length + 1) list.lastElementChild?.remove();
        const questions = screen.turns.filter((turn) => turn.role === 'user');
        rail.replaceChildren(
          ...questions.map((_, i) => h('button', { type: 'button', 'aria-label': `Prompt ${i + 1}` })),
        );
        writing(screen.turns.some((turn) => !turn.done));
      },
    };
  },
};

function drawTurn(list: Element, screen: Screen, turn: ShownTurn, i: number, say: Words): void {
  const id = turnId(turn, screen, i);
  let container = list.children[i + 1] as HTMLElement | undefined;
  if (container?.dataset['row'] !== turn.id) {
    const fresh = h('div', {
      'data-turn-id-container': id,
      'data-is-intersecting': 'false',
      'data-row': turn.id,
    });
    if (container) container.replaceWith(fresh);
    else list.append(fresh);
    container = fresh;
  }
  container.style.height = screen.rowHeight > 0 ? `${screen.rowHeight}px` : '';
  const mounted = screen.mounted.has(i);
  container.setAttribute('data-is-intersecting', String(mounted));
  if (!mounted) {
    container.replaceChildren();
    return;
  }
  if (!container.firstElementChild) container.append(section(turn, id, i, say));
  if (turn.role === 'assistant') drawAnswer(container, turn, say);
  const bar = container.querySelector('[role=group]');
  if (bar) drawPager(bar, turn, say, '', { class: 'tabular-nums' });
}

/** An answer's turn id is a request's while it is live, another request's after a reload. */
const turnId = (turn: ShownTurn, screen: Screen, i: number): string => {
  if (turn.role === 'user') return turn.id;
  return turn.live ? `request-WEB:${turn.id}-${i}` : `request-${screen.conversation}-${i}`;
};

function section(turn: ShownTurn, id: string, i: number, say: Words): HTMLElement {
  const user = turn.role === 'user';
  const text = textOf(turn);
  const bubble = h(
    'div',
    { class: 'user-message-bubble-color' },
    h('div', { class: 'whitespace-pre-wrap' }, text),
  );
  const facts = { 'data-message-author-role': 'user', 'data-message-id': turn.id };
  const message = h('div', { ...facts, dir: 'auto', class: 'text-message' }, bubble);
  return h(
    'section',
    {
      'data-testid': `conversation-turn-${i + 1}`,
      'data-turn': turn.role,
      'data-turn-id': id,
      'data-turn-id-container': id,
      dir: 'auto',
    },
    h('h4', { class: 'sr-only select-none' }, user ? `${say.you} ${text}` : say.it),
    h(
      'div',
      { class: 'text-base' },
      h('div', { class: 'group/turn-messages' }, user && message),
      user && actions(editButton(turn, message, say), say),
    ),
    h('span', { class: 'sr-only' }, h('br')),
  );
}

function drawAnswer(container: HTMLElement, turn: ShownTurn, say: Words): void {
  const group = container.querySelector('[class="group/turn-messages"]');
  if (!group) return;
  const first = turn.step ? turn.step.parts : turn.parts.length;
  if (turn.step) drawMessage(group, turn.step.id, turn.parts.slice(0, first), say);
  if (turn.step && turn.parts.length > first && !group.querySelector('[aria-expanded]')) {
    group.append(h('button', { type: 'button', 'aria-expanded': 'false' }, 'Thought for 3s'));
  }
  drawMessage(group, turn.id, turn.step ? turn.parts.slice(first) : turn.parts, say);
  for (const markdown of group.querySelectorAll('.markdown'))
    markdown.classList.toggle('result-streaming', !turn.done);
  const bar = group.parentElement?.querySelector('[role=group]');
  if (turn.done && !bar) group.after(actions(retryButton(turn, say), say));
}

function drawMessage(group: Element, id: string, parts: readonly Part[], say: Words): void {
  if (parts.length === 0) return;
  let message = group.querySelector(`[data-message-id="${id}"]`);
  if (!message) {
    const facts = {
      'data-message-author-role': 'assistant',
      'data-message-id': id,
      'data-message-model-slug': 'gpt-5-5',
    };
    message = h('div', { ...facts, dir: 'auto' }, h('div', { class: 'markdown prose' }));
    group.append(message);
  }
  const markdown = message.firstElementChild as HTMLElement;
  drawParts(markdown, parts, (part) => (part.kind === 'text' ? h('p', {}) : codeBlock(part, say)));
}

const actions = (more: HTMLElement, say: Words): HTMLElement =>
  h(
    'div',
    { role: 'group' },
    h(
      'button',
      { type: 'button', 'data-testid': 'copy-turn-action-button', 'aria-label': say.copy },
      say.copy,
    ),
    more,
  );

/** CodeMirror as the classic page draws it: language only in the header, an inner `pre`. */
const codeBlock = (part: Part, say: Words): HTMLElement =>
  h(
    'pre',
    { class: 'overflow-visible!' },
    h(
      'div',
      {},
      h(
        'div',
        { class: 'sticky' },
        h('div', {}, part.kind === 'code' ? capitalised(part.language) : ''),
        h('button', { type: 'button', 'aria-label': say.copy }, say.copy),
      ),
    ),
    h('div', { class: 'cm-scroller' }, h('pre', { class: 'cm-content' }, h('code', { 'data-text': true }))),
  );

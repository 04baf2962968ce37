import { editButton, retryButton } from './alter';
import { claudePace, claudeShell, heading, isFlagged, prompt, textsOf } from './claude';
import { drawFoot, time, toolbar } from './claude-hub-foot';
import type { Part, ReplicaBehaviour } from './conversation';
import { type ReplicaDialect, type ShownTurn, textOf } from './dialect';
import { drawParts, h, isPassedOn, set, write } from './dom';
import { claude } from './site';
import { type ClaudeWords, claudeWords } from './words';

/** Claude, hub (dialect 4): turn keys; index and total count what is loaded, and older turns come at the top. */
export const claudeHub: ReplicaDialect = {
  site: claude,
  list: { turnsPerRow: 1, rowHeight: 160, pinned: 2, history: { first: 16, more: 16 } },
  showsIds: true,
  pace: claudePace,
  shell(body, behaviour) {
    const say = claudeWords[behaviour.language];
    const sizer = h('div', { 'data-testid': 'transcript-sizer', class: 'relative' });
    const feed = { role: 'feed', 'data-perf-region': 'transcript', 'aria-label': say.transcript };
    const scroller = h(
      'div',
      { 'data-autoscroll-container': 'true', class: 'overflow-y-auto scroll' },
      h('div', feed, sizer),
    );
    const root = h('div', { 'data-testid': 'bardhub-claudechat-root', class: 'stack' }, scroller);
    const shell = claudeShell(body, say, {
      root,
      scroller,
      sizer,
      key: ({ role, place }) => `${role} ${place}`,
      row: (turn) => row(turn, say),
      draw(element, turn, _, turns) {
        if (turn.role === 'user') return drawPrompt(element, turn, say);
        const newest = turn === turns.findLast(({ role }) => role === 'assistant');
        drawReply(element, turn, newest, behaviour, say);
      },
    });
    return behaviour.pinsTail ? { ...shell, open: pinTail(scroller, shell.open) } : shell;
  },
};

/** After a load the list goes back to its end whatever a script does, until the wheel is turned. */
function pinTail(scroller: HTMLElement, open: () => void): () => void {
  let pinned = true;
  scroller.addEventListener('wheel', () => {
    pinned = false;
  });
  scroller.addEventListener('scroll', () => {
    if (pinned) scroller.scrollTop = scroller.scrollHeight;
  });
  return () => {
    pinned = true;
    open();
  };
}

function row(turn: ShownTurn, say: ClaudeWords): HTMLElement {
  const user = turn.role === 'user';
  const content = user
    ? [heading(`${say.you} ${textOf(turn)}`), userMessage(turn)]
    : [h('div', { 'data-reply-scope': true, class: 'group group/message-row' })];
  return h(
    'div',
    { 'data-testid': 'transcript-row', 'data-perf-row': user ? 'human' : 'assistant' },
    h('div', { role: 'article' }, h('div', { 'data-transcript-row': true }, ...content)),
  );
}

const userMessage = (turn: ShownTurn): HTMLElement =>
  h(
    'div',
    { 'data-user-scope': true, class: 'group group/message-row' },
    h('div', { 'data-cds': 'UserMessage', 'data-turn-key': turn.id }, body(turn), h('div', {})),
  );

const body = (turn: ShownTurn): HTMLElement =>
  h(
    'div',
    { class: 'cds-user-message-body' },
    h('div', { 'data-testid': 'user-message' }, h('div', { class: 'contents' }, ...prompt(turn))),
  );

/** Another version of a prompt takes the row of the one shown before. */
function drawPrompt(element: HTMLElement, turn: ShownTurn, say: ClaudeWords): void {
  const message = element.querySelector('[data-cds=UserMessage]') as HTMLElement;
  const foot = message.lastElementChild as HTMLElement;
  if (isPassedOn(element, turn.id)) {
    set(message, 'data-turn-key', turn.id);
    write(element.querySelector('h2') as HTMLElement, `${say.you} ${textOf(turn)}`);
    message.firstElementChild?.replaceWith(body(turn));
    foot.replaceChildren();
  }
  const words = message.firstElementChild as HTMLElement;
  drawFoot(element, foot, turn, false, say, () => toolbar(say, editButton(turn, words, say)));
}

function drawReply(
  element: HTMLElement,
  turn: ShownTurn,
  newest: boolean,
  behaviour: ReplicaBehaviour,
  say: ClaudeWords,
): void {
  const scope = element.querySelector('[data-reply-scope]');
  if (!scope) return;
  const other = isPassedOn(element, turn.id);
  if (!isFlagged(turn, behaviour)) {
    scope.replaceChildren();
    return;
  }
  if (!scope.firstElementChild) scope.append(reply(turn, say));
  const message = scope.firstElementChild as HTMLElement;
  const [title, flow, foot] = [...message.children] as [HTMLElement, HTMLElement, HTMLElement];
  // Another version takes the place of the one shown before.
  set(message, 'data-turn-key', turn.id);
  set(message, 'data-is-streaming', String(!turn.done));
  write(title, `${say.it} ${textOf(turn)}`);
  const texts = textsOf(turn);
  for (const selector of ['[data-cds=TurnStatus]', '[data-transcript-engine-root]'])
    for (const extra of [...flow.querySelectorAll(selector)].slice(texts.length)) extra.remove();
  for (const [n, parts] of texts.entries()) {
    const status = flow.querySelectorAll('[data-cds=TurnStatus]')[n] ?? turnStatus(n, say);
    if (!status.isConnected) flow.append(status);
    set(status, 'data-item-key', `${turn.id}:grp:${n === 0 ? 'th' : 'tu'}${n}`);
    set(status, 'data-state', parts.length > 0 ? 'done' : 'running');
    if (parts.length === 0) continue;
    const text = flow.querySelectorAll('[data-perf-reply-text]')[n] ?? prose(flow);
    drawParts(text, parts, (part) => (part.kind === 'text' ? h('p', {}) : codeBlock(part, say)));
  }
  if (other) foot.replaceChildren();
  drawFoot(element, foot, turn, newest, say, () => toolbar(say, retryButton(turn, say), time(turn)));
}

const reply = (turn: ShownTurn, say: ClaudeWords): HTMLElement =>
  h(
    'div',
    { 'data-cds': 'AssistantMessage', 'data-testid': 'assistant-message', 'data-turn-key': turn.id },
    heading(say.it),
    h('div', { class: 'flex flex-col' }),
    h('div', {}),
  );

/** A block of reasoning, or from the second on of a tool's use. */
const turnStatus = (n: number, say: ClaudeWords): HTMLElement => {
  const done = n === 0 ? say.thought : say.searched;
  return h(
    'div',
    {
      'data-cds': 'TurnStatus',
      'data-step-key': n === 0 && `thinking-${n}`,
      'data-find-omitted': true,
      class: 'group/status flex',
    },
    h(
      'div',
      { 'data-cds-row': true, title: done },
      h('span', {}, h('bdi', {}, done)),
      h('button', { type: 'button', 'data-cds-row-toggle': true, 'aria-expanded': 'false' }),
    ),
    h('span', { class: 'sr-only', role: 'status', 'aria-live': 'polite' }, done),
  );
};

function prose(flow: HTMLElement): HTMLElement {
  const text = h('div', { 'data-perf-reply-text': true, class: 'standard-markdown grid-cols-1 grid' });
  flow.append(
    h(
      'div',
      { 'data-transcript-engine-root': true, class: 'contents' },
      h('div', { 'data-cds': 'Prose', class: 'prose' }, text),
    ),
  );
  return text;
}

const codeBlock = (part: Part, say: ClaudeWords): HTMLElement => {
  const language = part.kind === 'code' ? part.language : '';
  return h(
    'div',
    { role: 'group', 'aria-label': say.code(language) },
    h('div', { class: 'text-muted' }, language),
    h('button', { type: 'button', 'aria-label': say.copy }, say.copy),
    h('pre', {}, h('code', { 'data-text': true })),
  );
};

import { claudePace, claudeShell, heading, isFlagged, prompt, textsOf } from './claude';
import type { Part, ReplicaBehaviour } from './conversation';
import { type ReplicaDialect, type ShownTurn, textOf } from './dialect';
import { drawParts, h, set, write } from './dom';
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
      row: (turn) => row(turn, say),
      draw(element, turn, _, turns) {
        if (turn.role === 'user') return;
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
    h(
      'div',
      { 'data-cds': 'UserMessage', 'data-turn-key': turn.id },
      h(
        'div',
        { class: 'cds-user-message-body' },
        h('div', { 'data-testid': 'user-message' }, h('div', { class: 'contents' }, ...prompt(turn))),
      ),
      deferred(),
    ),
  );

function drawReply(
  element: HTMLElement,
  turn: ShownTurn,
  newest: boolean,
  behaviour: ReplicaBehaviour,
  say: ClaudeWords,
): void {
  const scope = element.querySelector('[data-reply-scope]');
  if (!scope || !isFlagged(turn, behaviour)) return;
  if (!scope.firstElementChild) scope.append(reply(turn, say));
  const message = scope.firstElementChild as HTMLElement;
  const [title, flow, foot] = [...message.children] as [HTMLElement, HTMLElement, HTMLElement];
  set(message, 'data-is-streaming', String(!turn.done));
  write(title, `${say.it} ${textOf(turn)}`);
  for (const [n, parts] of textsOf(turn).entries()) {
    const status = flow.querySelectorAll('[data-cds=TurnStatus]')[n] ?? turnStatus(turn, n, say);
    if (!status.isConnected) flow.append(status);
    set(status, 'data-state', parts.length > 0 ? 'done' : 'running');
    if (parts.length === 0) continue;
    const text = flow.querySelectorAll('[data-perf-reply-text]')[n] ?? prose(flow);
    drawParts(text, parts, (part) => (part.kind === 'text' ? h('p', {}) : codeBlock(part, say)));
  }
  // Only the newest reply has its toolbar drawn; the others would have it on hover.
  const full = turn.done && newest;
  if (!foot.querySelector(full ? '[role=toolbar]' : '[data-deferred]'))
    foot.replaceChildren(full ? toolbar(turn, say) : deferred());
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
const turnStatus = (turn: ShownTurn, n: number, say: ClaudeWords): HTMLElement => {
  const done = n === 0 ? say.thought : say.searched;
  return h(
    'div',
    {
      'data-cds': 'TurnStatus',
      'data-item-key': `${turn.id}:grp:${n === 0 ? 'th' : 'tu'}${n}`,
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

/** When an answer of long ago was given: the page tells, so it must be told something. */
const LONG_AGO = Date.UTC(2026, 9, 7, 9, 12);

const toolbar = (turn: ShownTurn, say: ClaudeWords): HTMLElement =>
  h(
    'div',
    { 'data-cds': 'MessageActions', role: 'toolbar', 'aria-label': say.actions },
    h('button', { type: 'button', 'aria-label': say.copy }, say.copy),
    h(
      'time',
      { 'data-cds': 'RelativeTime', datetime: new Date(turn.startedAt ?? LONG_AGO).toISOString() },
      '12:50',
    ),
  );

const deferred = (): HTMLElement =>
  h('div', { 'data-cds': 'MessageActions', 'data-deferred': true, 'data-size': 'xs' });

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

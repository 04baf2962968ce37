import { drawPager, editButton, retryButton } from './alter';
import { claudePace, claudeShell, heading, isFlagged, prompt, textsOf } from './claude';
import type { Part, ReplicaBehaviour } from './conversation';
import { type ReplicaDialect, type ShownTurn, textOf } from './dialect';
import { discloses, drawParts, h, isPassedOn, set, toggleAttribute, write } from './dom';
import { claude } from './site';
import { type ClaudeWords, claudeWords } from './words';

/** Claude, virtualised rows (dialect 3): no ids; index and total count the whole thread; the last rows stay. */
export const claudeRows: ReplicaDialect = {
  site: claude,
  list: { turnsPerRow: 1, rowHeight: 160, pinned: 4 },
  showsIds: false,
  pace: claudePace,
  shell(body, behaviour) {
    const say = claudeWords[behaviour.language];
    const newer = behaviour.build === 'newer';
    const status = h('div', { role: 'status', class: 'sr-only', 'aria-live': 'polite' });
    const sizer = h('div', { class: 'relative', 'data-rocksteady-sizer': true });
    const list = newer ? h('div', { 'data-testid': 'transcript-list' }, sizer) : sizer;
    const feed = h('div', { role: 'feed', 'aria-busy': 'false' }, list);
    const scroller = h(
      'div',
      { 'data-autoscroll-container': true, class: 'overflow-y-auto scroll' },
      status,
      feed,
    );
    const stale = h('div', { 'data-testid': 'chat-stale-nav-inert', class: 'stack' }, scroller);
    const root = h('div', { 'data-testid': 'chat-stale-nav-frame', class: 'stack' }, stale);
    return claudeShell(body, say, {
      root,
      scroller,
      sizer,
      stale,
      key: ({ role, id, place }) => (role === 'user' ? id : `answer ${place}`),
      row: (turn) => row(turn, newer, say),
      draw(element, turn, i, turns) {
        if (newer) toggleAttribute(element, 'data-last-message', i === turns.length - 1);
        if (turn.role === 'assistant') drawAnswer(element, turn, behaviour, say);
        const bar = element.querySelector('[role=toolbar]');
        if (bar) drawPager(bar, turn, say);
      },
      drawn(turns) {
        const last = turns.at(-1);
        set(feed, 'aria-busy', String(turns.some((turn) => !turn.done)));
        const said = last?.live && last.done && last.role === 'assistant' ? say.finished : '';
        write(status, said);
      },
    });
  },
};

function row(turn: ShownTurn, newer: boolean, say: ClaudeWords): HTMLElement {
  const user = turn.role === 'user';
  const names = newer && {
    'data-testid': 'transcript-row',
    'data-perf-row': user ? 'human' : 'assistant',
  };
  const group = user ? prompted(turn, say) : h('div', { class: 'group' }, awaited());
  return h(
    'div',
    { ...names },
    h('div', { role: 'article', tabindex: '-1' }, h('div', { 'data-test-render-count': '2' }, group)),
  );
}

function prompted(turn: ShownTurn, say: ClaudeWords): HTMLElement {
  const message = h('div', { 'data-testid': 'user-message', class: 'font-large' }, ...prompt(turn));
  const bubble = h('div', { 'data-user-message-bubble': 'true' }, message);
  const bar = actions(
    say,
    h('span', { class: 'text-xs' }, '12:50'),
    action('copy', say),
    editButton(turn, bubble, say, { 'data-testid': 'action-bar-edit' }),
  );
  return h(
    'div',
    { class: 'group' },
    heading(`${say.you} ${textOf(turn)}`),
    h('div', { class: 'flex flex-col items-end' }, bubble, bar),
  );
}

/** Stands for an answer of which there is no word yet. */
const awaited = (): HTMLElement => h('div', { class: 'animate-pulse' });

function drawAnswer(
  element: HTMLElement,
  turn: ShownTurn,
  behaviour: ReplicaBehaviour,
  say: ClaudeWords,
): void {
  if (behaviour.build === 'newer') toggleAttribute(element, 'data-perf-row-streaming', !turn.done);
  const group = element.querySelector('.group');
  if (!group) return;
  // Buttons act on the answer that is shown, and there are none before it is finished.
  if (isPassedOn(element, turn.id) || !turn.done) group.querySelector('[data-message-action-bar]')?.remove();
  if (!isFlagged(turn, behaviour)) {
    if (group.querySelector('[data-is-streaming]')) group.replaceChildren(awaited());
    return;
  }
  if (!group.querySelector('[data-is-streaming]')) {
    const response = h('div', { class: 'font-claude-response relative' });
    group.replaceChildren(h('div', { 'data-is-streaming': 'true' }, heading(say.it), response));
  }
  const [answer, title, response] = ['[data-is-streaming]', 'h2', '.font-claude-response'].map(
    (selector) => group.querySelector(selector) as HTMLElement,
  ) as [HTMLElement, HTMLElement, HTMLElement];
  set(answer, 'data-is-streaming', String(!turn.done));
  write(title, `${say.it} ${textOf(turn)}`);
  const texts = textsOf(turn);
  while (response.children.length > texts.length) response.lastElementChild?.remove();
  for (const [n, parts] of texts.entries()) {
    if (!response.children[n]) response.append(segment(n === 0 ? say.thought : say.searched, say));
    const text = response.children[n]?.querySelector('.row-start-2 > div') as HTMLElement;
    set(text, 'class', `${turn.done ? 'standard' : 'progressive'}-markdown grid-cols-1 grid`);
    drawParts(text, parts, (part) => draw(part, say));
  }
  const again = retryButton(turn, say, { 'data-testid': 'action-bar-retry' });
  if (turn.done && !group.querySelector('[data-message-action-bar]'))
    group.append(actions(say, action('copy', say), action('read-aloud', say), again));
}

/** A pill that says what was done, then the words that followed. */
function segment(done: string, say: ClaudeWords): HTMLElement {
  const pill = h('button', { type: 'button', class: 'group/status flex', 'aria-expanded': 'false' }, done);
  const first = h(
    'div',
    { class: 'row-start-1' },
    pill,
    h('span', { class: 'sr-only', role: 'status', 'aria-live': 'polite' }, done),
  );
  discloses(pill, first, () =>
    h(
      'div',
      { 'data-timeline-text': true },
      h('div', { class: 'standard-markdown' }, h('p', {}, say.musing)),
    ),
  );
  return h('div', { class: 'grid' }, first, h('div', { class: 'row-start-2' }, h('div', {})));
}

const actions = (say: ClaudeWords, ...children: HTMLElement[]): HTMLElement =>
  h(
    'div',
    { 'data-message-action-bar': true },
    h('div', { role: 'toolbar', 'aria-label': say.actions }, ...children),
  );

const action = (name: 'copy' | 'read-aloud', say: ClaudeWords): HTMLElement =>
  h('button', { type: 'button', 'data-testid': `action-bar-${name}`, 'aria-label': say.action[name] }, '·');

const draw = (part: Part, say: ClaudeWords): HTMLElement =>
  part.kind === 'text'
    ? h('p', { class: 'font-claude-response-body break-words whitespace-normal', dir: 'ltr' })
    : h(
        'div',
        { class: 'relative group/copy' },
        h('button', { type: 'button', 'aria-label': say.copy }, say.copy),
        h('div', { class: 'text-text-500 font-small' }, part.language),
        h(
          'div',
          {},
          h(
            'pre',
            { class: 'code-block__code' },
            h('code', { class: `language-${part.language}`, 'data-text': true }),
          ),
        ),
      );

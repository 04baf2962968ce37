import { composer } from './composer';
import type { Part, ReplicaBehaviour } from './conversation';
import { type Pace, type Shell, type ShownTurn, textOf } from './dialect';
import { h, keeper, set, write } from './dom';
import type { ClaudeWords } from './words';

/** What Claude's generations share: the frame round the thread, rows that know their index, prompts. */

export interface ClaudePage {
  /** Holds the header and the scroller. */
  readonly root: HTMLElement;
  readonly scroller: HTMLElement;
  readonly sizer: HTMLElement;
  /** Made inert while the address names another chat already. */
  readonly stale?: HTMLElement;
  /** A row is used again for another turn of the same key. */
  key(turn: ShownTurn): string;
  row(turn: ShownTurn): HTMLElement;
  draw(row: HTMLElement, turn: ShownTurn, i: number, turns: readonly ShownTurn[]): void;
  drawn?(turns: readonly ShownTurn[]): void;
}

export function claudeShell(body: HTMLElement, say: ClaudeWords, page: ClaudePage): Shell {
  const { root, scroller, sizer, stale } = page;
  const sidebar = h('div', { class: 'sidebar overflow-y-auto' });
  const title = h('button', { type: 'button', 'data-testid': 'chat-title-button' });
  const { form, input, writing } = composer(
    say,
    { 'data-chat-input-container': 'true' },
    { 'data-testid': 'chat-input-stop' },
  );
  form.append(h('button', { type: 'button', 'data-testid': 'model-selector-dropdown' }, 'S5'));
  scroller.before(h('header', { 'data-testid': 'page-header' }, title));
  body.append(h('aside', {}, sidebar), h('div', { class: 'column' }, root, form));
  const keep = keeper(sizer);
  return {
    sidebar,
    form,
    input,
    scroller: () => scroller,
    fromTop: () => scroller.scrollTop,
    scrollTo: (top) => {
      scroller.scrollTop = top;
    },
    leave: () => stale?.setAttribute('inert', ''),
    open() {
      stale?.removeAttribute('inert');
      keep([]);
    },
    draw({ turns, mounted, rowHeight, title: name = '' }) {
      write(title, name);
      const shown = [...turns.entries()].filter(([i]) => mounted.has(i));
      const rows = keep(shown.map(([, turn]) => ({ key: page.key(turn), make: () => page.row(turn) })));
      for (const [n, [i, turn]] of shown.entries()) {
        const row = rows[n] as HTMLElement;
        place(row, i, turns.length, rowHeight, say);
        page.draw(row, turn, i, turns);
      }
      if (rowHeight > 0) sizer.style.height = `${turns.length * rowHeight}px`;
      writing(turns.some((turn) => !turn.done));
      page.drawn?.(turns);
    },
  };
}

function place(row: HTMLElement, i: number, count: number, rowHeight: number, say: ClaudeWords): void {
  set(row, 'data-rs-index', String(i));
  set(row, 'data-index', String(i));
  if (rowHeight > 0)
    set(row, 'style', `position: absolute; inset-inline: 0; top: ${i * rowHeight}px; height: ${rowHeight}px`);
  const article = row.firstElementChild as HTMLElement;
  set(article, 'aria-setsize', String(count));
  set(article, 'aria-posinset', String(i + 1));
  set(article, 'aria-label', say.message(i + 1, count));
}

/** An answer has a row for a while before it says that it streams; only then come words. */
export const isFlagged = (turn: ShownTurn, behaviour: ReplicaBehaviour): boolean =>
  turn.done || turn.age >= behaviour.confirmedAfter + behaviour.flagAfter;

export const claudePace = ({ thinking, confirmedAfter, flagAfter }: ReplicaBehaviour): Pace => ({
  thinking: Math.max(thinking, confirmedAfter + flagAfter),
  busyFor: 0,
});

/** The texts of an answer, parted by what it did in between. */
export const textsOf = ({ parts, step }: ShownTurn): (readonly Part[])[] =>
  step && parts.length > step.parts ? [parts.slice(0, step.parts), parts.slice(step.parts)] : [parts];

export const heading = (text: string): HTMLElement =>
  h('h2', { class: 'sr-only select-none', 'data-find-omitted': true }, text);

export const prompt = (turn: ShownTurn): HTMLElement[] =>
  textOf(turn)
    .split(/\n{2,}/)
    .map((text) => h('p', { class: 'whitespace-pre-wrap break-words', dir: 'ltr' }, text));

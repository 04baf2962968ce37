import { drawPager } from './alter';
import type { ShownTurn } from './dialect';
import { h } from './dom';
import type { ClaudeWords } from './words';

/** Only the newest reply has its toolbar drawn; the others have it while the pointer is on them. */
export function drawFoot(
  element: HTMLElement,
  foot: HTMLElement,
  turn: ShownTurn,
  newest: boolean,
  say: ClaudeWords,
  make: () => HTMLElement,
): void {
  const show = (full: boolean): void => {
    if (!foot.querySelector(full ? '[role=toolbar]' : '[data-deferred]'))
      foot.replaceChildren(full ? make() : deferred());
    if (full) drawPager(foot.firstElementChild as Element, turn, say);
  };
  element.onpointerenter = () => show(turn.done);
  element.onpointerleave = () => show(turn.done && newest);
  show(turn.done && (newest || element.matches(':hover')));
}

/** When an answer of long ago was given: the page tells, so it must be told something. */
const LONG_AGO = Date.UTC(2026, 9, 7, 9, 12);

export const time = (turn: ShownTurn): HTMLElement =>
  h(
    'time',
    { 'data-cds': 'RelativeTime', datetime: new Date(turn.startedAt ?? LONG_AGO).toISOString() },
    '12:50',
  );

export const toolbar = (say: ClaudeWords, ...children: HTMLElement[]): HTMLElement =>
  h(
    'div',
    { 'data-cds': 'MessageActions', role: 'toolbar', 'aria-label': say.actions },
    h('button', { type: 'button', 'aria-label': say.copy }, say.copy),
    ...children,
  );

const deferred = (): HTMLElement =>
  h('div', { 'data-cds': 'MessageActions', 'data-deferred': true, 'data-size': 'xs' });

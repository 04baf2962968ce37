import { wish } from './controls';
import { type ShownTurn, textOf } from './dialect';
import { h, toggleAttribute, write } from './dom';
import type { Words } from './words';

/** What one changes turns by: buttons and forms, alike on all sites but for their names and places. */

type Names = Readonly<Record<string, string>>;

/** Puts a form in the place of a prompt's words, for as long as one types in it. */
export function editButton(turn: ShownTurn, words: Element, say: Words, names: Names = {}): HTMLElement {
  const edit = h('button', { type: 'button', 'aria-label': say.change.edit, ...names }, '·');
  edit.onclick = () => {
    if (words.querySelector('form')) return;
    const kept = [...words.childNodes];
    const input = h('textarea', { 'aria-label': say.change.edit }, textOf(turn)) as HTMLTextAreaElement;
    const cancel = h('button', { type: 'button' }, say.change.cancel);
    const form = h('form', { class: 'edit' }, input, cancel, h('button', {}, say.change.save));
    cancel.onclick = () => words.replaceChildren(...kept);
    form.onsubmit = (event) => {
      event.preventDefault();
      const text = input.value.trim();
      words.replaceChildren(...kept);
      if (text !== '') wish(words, ({ edit }) => edit(turn.id, text));
    };
    words.replaceChildren(form);
  };
  return edit;
}

export function retryButton(turn: ShownTurn, say: Words, names: Names = {}): HTMLElement {
  const retry = h('button', { type: 'button', 'aria-label': say.change.retry, ...names }, '↻');
  retry.onclick = () => wish(retry, ({ retry: again }) => again(turn.id));
  return retry;
}

/** Draws the pager of a turn that has alternatives as the last thing in its bar. */
export function drawPager(bar: Element, turn: ShownTurn, say: Words, gap = ' ', names: Names = {}): void {
  const { alternative, id } = turn;
  let pager = bar.querySelector(':scope > .pager');
  if (!alternative) {
    pager?.remove();
    return;
  }
  if (!pager) {
    pager = h(
      'div',
      { class: 'pager inline-flex' },
      h('button', { type: 'button', 'aria-label': say.change.previous }, '‹'),
      h('span', names),
      h('button', { type: 'button', 'aria-label': say.change.next }, '›'),
    );
    bar.append(pager);
  }
  const { shown, of } = alternative;
  const [back, count, on] = [...pager.children] as [HTMLElement, HTMLElement, HTMLElement];
  write(count, `${shown}${gap}/${gap}${of}`);
  toggleAttribute(back, 'disabled', shown === 1);
  toggleAttribute(on, 'disabled', shown === of);
  back.onclick = () => wish(back, ({ flip }) => flip(id, -1));
  on.onclick = () => wish(on, ({ flip }) => flip(id, 1));
}

/** Draws a button that opens the list of versions, at the end of the page as menus are. */
export function drawVersions(bar: Element, turn: ShownTurn, say: Words): void {
  const { alternative, id } = turn;
  const there = bar.querySelector<HTMLElement>('[aria-haspopup]');
  if (!alternative) {
    there?.remove();
    return;
  }
  const versions = there ?? h('button', { type: 'button', 'aria-haspopup': 'menu' }, say.change.versions);
  if (!there) bar.append(versions);
  versions.onclick = () => {
    document.querySelector('body > [role=menu]')?.remove();
    const menu = h('div', { role: 'menu' });
    for (let n = 1; n <= alternative.of; n++) {
      const item = h(
        'button',
        { type: 'button', role: 'menuitemradio', 'aria-checked': String(n === alternative.shown) },
        String(n),
      );
      item.onclick = () => {
        if (n !== alternative.shown) wish(item, ({ flip }) => flip(id, n - alternative.shown));
        menu.remove();
      };
      menu.append(item);
    }
    document.body.append(menu);
  };
}

import { drawExchange, exchange } from './app-shell-exchange';
import { type ReplicaDialect, type Screen, type Shell, type ShownTurn, type Words, words } from './dialect';
import { h } from './dom';

/** ChatGPT, app shell (B): exchanges in a reversed scroller; unmounted ones are gone; earlier pages stay hidden. */
export const appShell: ReplicaDialect = {
  provisionalPath: (id) => `/c/local-chatgpt:${id}`,
  shell(body, behaviour): Shell {
    const say = words[behaviour.language];
    document.documentElement.setAttribute('data-codex-window-type', 'browser');
    const sidebar = h('div', { 'data-app-action-sidebar-scroll': true, class: 'sidebar' });
    const surface = h('main', { 'data-app-shell-main-surface': true });
    const input = h('textarea', { placeholder: say.prompt, 'aria-label': say.prompt }) as HTMLTextAreaElement;
    const form = h(
      'form',
      { 'data-chatgpt-composer': true, class: 'composer' },
      input,
      h('button', { 'aria-label': say.send }, '↑'),
    ) as HTMLFormElement;
    const stop = h('button', { type: 'button', 'aria-label': say.stop }, '■');
    body.append(h('nav', {}, sidebar), h('div', { class: 'column' }, surface, form));
    surface.append(decoyPage(say));

    let page = activePage();
    surface.append(page.root);
    return {
      sidebar,
      form,
      input,
      scroller: () => page.scroller,
      fromTop: () => page.scroller.scrollHeight - page.scroller.clientHeight + page.scroller.scrollTop,
      scrollTo: (top) => {
        page.scroller.scrollTop = top - (page.scroller.scrollHeight - page.scroller.clientHeight);
      },
      open() {
        // The page left stays mounted, hidden, with its thread; only a few are kept.
        page.root.removeAttribute('data-app-shell-active-page');
        page.root.style.display = 'none';
        page = activePage();
        surface.append(page.root);
        while (surface.childElementCount > 5) surface.firstElementChild?.remove();
      },
      draw(screen) {
        drawExchanges(page.list, screen, say);
        const writing = screen.turns.some((turn) => !turn.done);
        if (writing && !stop.isConnected) form.append(stop);
        if (!writing) stop.remove();
      },
    };
  },
};

interface Page {
  readonly root: HTMLElement;
  readonly scroller: HTMLElement;
  readonly list: HTMLElement;
}

function activePage(): Page {
  const list = h('div', {
    'data-thread-find-target': 'conversation',
    'data-chatgpt-conversation-selection-target': true,
  });
  const scroller = h(
    'div',
    { 'data-app-action-timeline-scroll': true, class: 'thread-scroll-container scroll reverse' },
    h('div', { class: 'flex flex-col' }, list),
  );
  return {
    root: h('div', { 'data-app-shell-active-page': 'true', class: 'page' }, scroller),
    scroller,
    list,
  };
}

function decoyPage(say: Words): HTMLElement {
  const { root, list } = activePage();
  root.removeAttribute('data-app-shell-active-page');
  root.style.display = 'none';
  const turn = { done: true, pending: false, live: false, step: undefined };
  const screen = {
    turns: [
      {
        ...turn,
        id: '0decoy00-0000-4000-8000-000000000001',
        role: 'user' as const,
        parts: [{ kind: 'text' as const, text: 'An earlier page that nobody sees' }],
      },
      {
        ...turn,
        id: '0decoy00-0000-4000-8000-000000000002',
        role: 'assistant' as const,
        parts: [{ kind: 'text' as const, text: 'Its answer, which belongs to another thread' }],
      },
    ],
    mounted: new Set([0, 1]),
    rowHeight: 0,
    owed: false,
    conversation: '0decoy00-0000-4000-8000-000000000000',
  };
  drawExchanges(list, screen, say);
  return root;
}

function drawExchanges(list: HTMLElement, screen: Screen, say: Words): void {
  const owed =
    list.querySelector(':scope > .owed') ?? h('div', { class: 'owed' }, h('div', { role: 'status' }, '…'));
  if (screen.owed) list.prepend(owed);
  else owed.remove();
  const wanted: HTMLElement[] = [];
  let fallback = 0;
  let above = 0;
  let below = 0;
  for (let i = 0; i < screen.turns.length; ) {
    const user = screen.turns[i] as ShownTurn;
    const answer = screen.turns[i + 1]?.role === 'assistant' ? screen.turns[i + 1] : undefined;
    if (!screen.mounted.has(i)) {
      if (wanted.length === 0) above++;
      else below++;
    } else {
      const known = [...list.children].find(
        (child) => (child as HTMLElement).dataset['exchange'] === user.id,
      );
      const element = (known as HTMLElement | undefined) ?? exchange(user, fallback, say);
      wanted.push(element);
      drawExchange(element, user, answer, screen, fallback, say);
      fallback++;
    }
    i += answer ? 2 : 1;
  }
  for (const child of [...list.children]) {
    if ((child as HTMLElement).dataset['exchange'] !== undefined && !wanted.includes(child as HTMLElement))
      child.remove();
  }
  wanted.forEach((element, i) => {
    const at = list.querySelectorAll(':scope > [data-exchange]')[i];
    if (at !== element) list.insertBefore(element, at ?? null);
  });
  list.style.paddingTop = `${above * screen.rowHeight}px`;
  list.style.paddingBottom = `${below * screen.rowHeight}px`;
}

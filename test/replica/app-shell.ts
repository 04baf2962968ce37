import { drawExchange, exchange } from './app-shell-exchange';
import { composer } from './composer';
import { exchangesOf, type ReplicaDialect, type Screen, type Shell } from './dialect';
import { h, keeper } from './dom';
import { chatgpt } from './site';
import { chatgptWords, type Words } from './words';

/** ChatGPT, app shell (B): exchanges in a reversed scroller; unmounted ones are gone; earlier pages stay hidden. */
export const appShell: ReplicaDialect = {
  site: chatgpt,
  list: { turnsPerRow: 2, rowHeight: 300, pinned: 0, history: { first: 10, more: 10 } },
  showsIds: true,
  provisionalPath: (id) => `/c/local-chatgpt:${id}`,
  shell(body, behaviour): Shell {
    const say = chatgptWords[behaviour.language];
    document.documentElement.setAttribute('data-codex-window-type', 'browser');
    const sidebar = h('div', { 'data-app-action-sidebar-scroll': true, class: 'sidebar' });
    const surface = h('main', { 'data-app-shell-main-surface': true });
    const { form, input, writing } = composer(say, { 'data-chatgpt-composer': true });
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
        drawExchanges(page, screen, say);
        writing(screen.turns.some((turn) => !turn.done));
      },
    };
  },
};

interface Page {
  readonly root: HTMLElement;
  readonly scroller: HTMLElement;
  readonly list: HTMLElement;
  readonly keep: ReturnType<typeof keeper>;
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
    keep: keeper(list),
  };
}

function decoyPage(say: Words): HTMLElement {
  const page = activePage();
  page.root.removeAttribute('data-app-shell-active-page');
  page.root.style.display = 'none';
  const turn = {
    done: true,
    pending: false,
    live: false,
    step: undefined,
    startedAt: undefined,
    age: Number.POSITIVE_INFINITY,
    draft: undefined,
    place: 0,
    alternative: undefined,
    changeable: false,
  };
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
    loading: false,
    conversation: '0decoy00-0000-4000-8000-000000000000',
    title: undefined,
  };
  drawExchanges(page, screen, say);
  return page.root;
}

function drawExchanges({ list, keep }: Page, screen: Screen, say: Words): void {
  const owed =
    list.querySelector(':scope > .owed') ?? h('div', { class: 'owed' }, h('div', { role: 'status' }, '…'));
  if (screen.owed) list.prepend(owed);
  else owed.remove();
  const all = exchangesOf(screen);
  const shown = all.filter(({ mounted }) => mounted);
  // The number counts within the window, so the same exchange has another one next time.
  const elements = keep(shown.map(({ user }, n) => ({ key: user.id, make: () => exchange(user, n, say) })));
  for (const [n, { user, answer }] of shown.entries())
    drawExchange(elements[n] as HTMLElement, user, answer, screen, n, say);
  const above = all.findIndex(({ mounted }) => mounted);
  const below = all.length - shown.length - Math.max(0, above);
  list.style.paddingTop = `${Math.max(0, above) * screen.rowHeight}px`;
  list.style.paddingBottom = `${below * screen.rowHeight}px`;
}

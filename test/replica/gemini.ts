import { composer } from './composer';
import { exchangesOf, type ReplicaDialect } from './dialect';
import { h, keeper, set, toggleAttribute } from './dom';
import { drawExchange, exchange } from './gemini-exchange';
import { gemini } from './site';
import { geminiWords } from './words';

/** Gemini: exchanges in containers, which are prepended when the top is reached and never unmount. */
export const geminiApp: ReplicaDialect = {
  site: gemini,
  list: { turnsPerRow: 2, rowHeight: 0, pinned: 0, history: { first: 10, more: 6 } },
  showsIds: true,
  changes: 'newest',
  pace: ({ thinking, busyFor }) => ({ thinking, busyFor }),
  shell(body, behaviour) {
    const say = geminiWords[behaviour.language];
    const sidebar = h('infinite-scroller', { class: 'sidebar' });
    const list = h('infinite-scroller', {
      'data-test-id': 'chat-history-container',
      class: 'chat-history scroll',
    });
    const bar = h('mat-progress-bar', {
      role: 'progressbar',
      mode: 'indeterminate',
      'aria-label': say.loading,
    });
    const chat = h('div', { id: 'chat-history', class: 'stack' }, list);
    const face = h('img', { alt: say.picture, class: 'user-icon', src: PIXEL });
    const window = h(
      'chat-window-content',
      { class: 'stack' },
      h('h1', { class: 'cdk-visually-hidden' }, say.chat),
      chat,
      h('div', { class: 'hidden-content-image-cache' }, h('user-profile-picture', {}, face)),
    );
    const { form, input, writing } = composer(say, { 'data-node-type': 'input-area' });
    form.append(h('bard-mode-switcher', {}, h('span', { class: 'logo-pill-label-container' }, say.model)));
    body.append(
      h('bard-sidenav', { role: 'navigation' }, sidebar),
      h('div', { class: 'column' }, window, form),
    );
    const keep = keeper(list);
    return {
      sidebar,
      form,
      input,
      scroller: () => list,
      fromTop: () => list.scrollTop,
      scrollTo: (top) => {
        list.scrollTop = top;
      },
      open: () => void keep([]),
      draw(screen) {
        if (!screen.loading) bar.remove();
        else if (!bar.isConnected) chat.before(bar);
        const exchanges = exchangesOf(screen);
        const elements = keep(
          exchanges.map(({ user }) => ({ key: user.id, make: () => exchange(user, say) })),
        );
        for (const [n, { user, answer }] of exchanges.entries())
          drawExchange(elements[n] as HTMLElement, user, answer, screen.conversation, behaviour.build, say);
        for (const link of sidebar.querySelectorAll('a')) {
          const current = link.pathname === location.pathname;
          toggleAttribute(link, 'aria-current', current);
          if (current) set(link, 'aria-current', 'page');
        }
        writing(screen.turns.some((turn) => !turn.done));
      },
    };
  },
};

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

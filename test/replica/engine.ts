import { appShell } from './app-shell';
import { classic } from './classic';
import {
  progress,
  type ReplicaBehaviour,
  type ReplicaConversation,
  type ReplicaTurn,
  textPart,
  written,
} from './conversation';
import type { ReplicaDialect, Shell, ShownTurn } from './dialect';
import { h } from './dom';
import { visibleRows } from './windowing';

/** The page engine of every replica: fetches, streams, windows and navigates; a dialect only draws. */

const dialects: Record<ReplicaBehaviour['dialect'], ReplicaDialect> = { classic, 'app-shell': appShell };

/** Fixed height of a row when the list is windowed, so that positions are known without measuring. */
const ROW = { classic: 160, 'app-shell': 300 };
/** Exchanges the app shell loads at a time. */
const PAGE = 10;

interface Sent {
  readonly conversation: ReplicaConversation;
  readonly skew: number;
}

export interface ReplicaPage {
  /** What the page shows of its conversation, whole, as the site itself knows it. */
  showing(): readonly ShownTurn[];
  /** Is an answer being written? */
  busy(): boolean;
}

export function run(behaviour: ReplicaBehaviour): ReplicaPage {
  const dialect = dialects[behaviour.dialect];
  const shell = dialect.shell(document.body, behaviour);
  let conversation: ReplicaConversation | undefined;
  let pending: ReplicaTurn | undefined;
  let skew = 0;
  let loaded = Number.POSITIVE_INFINITY;
  let loading = false;
  let route = 0;
  const live = new Set<string>();

  const turns = (): ShownTurn[] => {
    const known: readonly ReplicaTurn[] = conversation?.turns ?? [];
    const all = pending && !known.some((turn) => turn.id === pending?.id) ? [...known, pending] : known;
    return all.map((turn) => {
      const { count, done } = progress(turn, Date.now() + skew, behaviour);
      const parts = done ? turn.parts : written(turn.parts, count);
      return {
        id: turn.id,
        role: turn.role,
        parts,
        step: turn.step,
        done,
        pending: turn.id === pending?.id,
        live: live.has(turn.id),
      };
    });
  };
  const busy = (): boolean => pending !== undefined || turns().some((turn) => !turn.done);

  const draw = (): void => {
    const all = turns();
    const perRow = behaviour.dialect === 'classic' ? 1 : 2;
    const shown = behaviour.windowed > 0 ? all.slice(-loaded * perRow) : all;
    const rowHeight = behaviour.windowed > 0 ? ROW[behaviour.dialect] : 0;
    const rows = visibleRows(shell, Math.ceil(shown.length / perRow), rowHeight, behaviour);
    const mounted = new Set([...shown.keys()].filter((i) => rows.has(Math.floor(i / perRow))));
    shell.draw({
      turns: shown,
      mounted,
      rowHeight,
      owed: shown.length < all.length,
      conversation: conversation?.id ?? '',
    });
    document.title = conversation && all.length > 1 && all[1]?.done ? conversation.title : 'ChatGPT';
  };

  /** Keeps drawing for as long as something is being written. */
  const stream = (of: number): void => {
    if (of !== route) return;
    draw();
    if (busy()) setTimeout(() => stream(of), behaviour.chunkEvery);
  };

  const send = async (text: string): Promise<void> => {
    const begins = conversation === undefined;
    const of = route;
    pending = { id: crypto.randomUUID(), role: 'user', parts: [textPart(text)] };
    live.add(pending.id);
    const provisional = crypto.randomUUID();
    if (begins)
      later(behaviour.provisionalAfter, of, () =>
        history.pushState({}, '', dialect.provisionalPath(provisional)),
      );
    stream(of);
    const body = JSON.stringify({ conversation: conversation?.id, id: pending.id, text });
    const sentAt = Date.now();
    const answer: Sent = await (await fetch('/replica/send', { method: 'POST', body })).json();
    const since = Date.now() - sentAt;
    later(behaviour.confirmedAfter - since, of, () => {
      pending = undefined;
      receive(answer);
      for (const turn of answer.conversation.turns.slice(-2)) live.add(turn.id);
      stream(of);
      list();
    });
    const lasting = `/c/${answer.conversation.id}`;
    if (begins) {
      const name = behaviour.lastingBy === 'replace' ? history.replaceState : history.pushState;
      later(behaviour.lastingAfter - since, of, () => name.call(history, {}, '', lasting));
    }
  };

  const receive = (answer: Sent): void => {
    conversation = answer.conversation;
    skew = answer.skew - Date.now();
  };
  const later = (delay: number, of: number, act: () => void): void => {
    setTimeout(() => of === route && act(), delay);
  };

  /** Shows what the address asks for, a while after the address has changed. */
  const show = async (delay: number): Promise<void> => {
    const of = ++route;
    const id = /\/c\/([0-9a-f-]{36})$/.exec(location.pathname)?.[1];
    const found = id ? await fetch(`/replica/conversation/${id}`) : undefined;
    const answer: Sent | undefined = found?.ok ? await found.json() : undefined;
    later(delay, of, () => {
      conversation = undefined;
      pending = undefined;
      live.clear();
      if (answer) receive(answer);
      loading = false;
      loaded = behaviour.dialect === 'app-shell' ? PAGE : Number.POSITIVE_INFINITY;
      shell.open();
      draw();
      shell.scrollTo(Number.MAX_SAFE_INTEGER);
      listen(shell);
      stream(of);
    });
  };

  /** Mounts as the user scrolls; at the top the app shell asks for older exchanges, unless nobody looks. */
  const listen = (of: Shell): void => {
    of.scroller().addEventListener('scroll', () => {
      draw();
      const owed = loaded * 2 < turns().length;
      if (behaviour.windowed === 0 || !owed || loading || of.fromTop() > 4 || document.hidden) return;
      loading = true;
      later(behaviour.historyAfter, route, () => {
        loading = false;
        loaded += PAGE;
        draw();
        draw(); // the first made room for what was loaded, so only now it is known what is in view
      });
    });
  };

  const list = async (): Promise<void> => {
    const items: { id: string; title: string }[] = await (await fetch('/replica/list')).json();
    shell.sidebar.replaceChildren(
      h('a', { href: '/' }, '+ New chat'),
      ...items.map(({ id, title }) =>
        h(
          'a',
          { href: `/c/${id}`, 'data-sidebar-chatgpt-conversation-key': id },
          h('span', { 'data-thread-title': true }, title),
        ),
      ),
    );
  };

  const go = (path: string, title: string): void => {
    history.pushState({}, '', path);
    document.title = title; // as on the real page, before the turns follow
    void show(behaviour.swapAfter);
  };
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a[href]');
    if (!link) return;
    event.preventDefault();
    go(link.getAttribute('href') ?? '/', link.textContent);
  });
  shell.form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = shell.input.value.trim();
    if (text === '' || busy()) return;
    shell.input.value = '';
    void send(text);
  });
  shell.input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    shell.form.requestSubmit();
  });
  addEventListener('popstate', () => void show(behaviour.swapAfter));
  void list();
  void show(0);
  return { showing: turns, busy };
}

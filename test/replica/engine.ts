import { control } from './controls';
import { type ReplicaBehaviour, type ReplicaConversation, type ReplicaTurn, textPart } from './conversation';
import type { ShownTurn } from './dialect';
import { dialects } from './dialects';
import { h } from './dom';
import { shownAt } from './shown';
import { visibleRows } from './windowing';

/** The page engine of every replica: fetches, streams, windows and navigates; a dialect only draws. */

interface Sent {
  readonly conversation: ReplicaConversation;
  readonly skew: number;
}

export interface ReplicaPage {
  /** What the page shows of its conversation, whole, as the site itself knows it. */
  showing(): readonly ShownTurn[];
  /** Those of them that are in the page now. */
  mounted(): readonly ShownTurn[];
  /** Is an answer being written? */
  busy(): boolean;
  /** The element that scrolls the conversation. */
  scroller(): HTMLElement;
}

export function run(behaviour: ReplicaBehaviour): ReplicaPage {
  const dialect = dialects[behaviour.dialect];
  const { site, list } = dialect;
  const shell = dialect.shell(document.body, behaviour);
  const pace = dialect.pace?.(behaviour) ?? { thinking: behaviour.thinking, busyFor: 0 };
  const rows = { ...list, rowHeight: behaviour.windowed > 0 ? list.rowHeight : 0 };
  let conversation: ReplicaConversation | undefined;
  let pending: ReplicaTurn | undefined;
  let skew = 0;
  /** So many of the oldest turns are still on the server. */
  let older = 0;
  let loading = false;
  let route = 0;
  let inPage: readonly ShownTurn[] = [];
  const live = new Set<string>();

  const turns = (): ShownTurn[] => {
    const known: readonly ReplicaTurn[] = conversation?.turns ?? [];
    const all = pending && !known.some((turn) => turn.id === pending?.id) ? [...known, pending] : known;
    const now = Date.now() + skew;
    return all.map((turn) => ({
      ...shownAt(now, turn, behaviour, pace),
      pending: turn.id === pending?.id,
      live: live.has(turn.id),
    }));
  };
  const busy = (): boolean => pending !== undefined || turns().some((turn) => !turn.done);

  const draw = (): void => {
    const all = turns();
    const loaded = all.slice(older);
    const rowOf = (i: number): number => Math.floor(i / rows.turnsPerRow);
    const visible = visibleRows(
      Math.ceil(loaded.length / rows.turnsPerRow),
      shell.fromTop(),
      behaviour.windowed,
      rows,
    );
    const mounted = new Set([...loaded.keys()].filter((i) => visible.has(rowOf(i))));
    const title = all.length > 1 && all[1]?.done ? conversation?.title : undefined;
    inPage = loaded.filter((_, i) => mounted.has(i));
    shell.draw({
      turns: loaded,
      mounted,
      rowHeight: rows.rowHeight,
      owed: older > 0,
      loading,
      conversation: conversation?.id ?? '',
      title,
    });
    document.title = site.pageTitle(title);
  };

  /** Keeps drawing for as long as something is being written, and once more when it is finished. */
  const stream = (of: number): void => {
    if (of !== route) return;
    const again = busy();
    draw();
    if (again) setTimeout(() => stream(of), behaviour.chunkEvery);
  };

  const send = async (text: string): Promise<void> => {
    const of = route;
    pending = { id: site.promptId(), role: 'user', parts: [textPart(text)] };
    live.add(pending.id);
    const id = conversation?.id ?? (site.idMadeBy === 'page' ? site.ids.make() : undefined);
    if (!conversation) begin(of, id);
    const begins = id === undefined;
    stream(of);
    const body = JSON.stringify({ conversation: id, id: pending.id, text });
    const sentAt = Date.now();
    const answer: Sent = await (await fetch('/replica/send', { method: 'POST', body })).json();
    const since = Date.now() - sentAt;
    later(behaviour.confirmedAfter - since, of, () => {
      pending = undefined;
      receive(answer);
      for (const turn of answer.conversation.turns.slice(-2)) live.add(turn.id);
      stream(of);
      void fillSidebar();
    });
    if (begins) {
      const name = behaviour.lastingBy === 'replace' ? history.replaceState : history.pushState;
      const lasting = site.threadPath(answer.conversation.id);
      later(behaviour.lastingAfter - since, of, () => name.call(history, {}, '', lasting));
    }
  };

  /** A new chat's first address: the lasting one where the page makes the id, else a provisional one if any. */
  const begin = (of: number, id: string | undefined): void => {
    const provisional = dialect.provisionalPath?.(crypto.randomUUID());
    if (id) history.pushState({}, '', site.threadPath(id));
    else if (provisional) later(behaviour.provisionalAfter, of, () => history.pushState({}, '', provisional));
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
    if (delay > 0) shell.leave?.();
    const id = site.threadPattern.exec(location.pathname)?.[1];
    const found = id ? await fetch(`/replica/conversation/${id}`) : undefined;
    const answer: Sent | undefined = found?.ok ? await found.json() : undefined;
    later(delay, of, () => {
      conversation = undefined;
      pending = undefined;
      live.clear();
      if (answer) receive(answer);
      loading = false;
      older = 0;
      if (behaviour.windowed > 0 && list.history)
        leaveOlder(turns().length - list.history.first * list.turnsPerRow);
      shell.open();
      draw();
      shell.scrollTo(Number.MAX_SAFE_INTEGER);
      shell.scroller().onscroll = scrolled;
      stream(of);
    });
  };

  const leaveOlder = (count: number): void => {
    older = Math.max(0, count - (count % list.turnsPerRow));
  };

  /** Mounts as the user scrolls; at the top older turns are asked for, unless nobody looks. */
  const scrolled = (): void => {
    draw();
    const more = (list.history?.more ?? 0) * list.turnsPerRow;
    if (older === 0 || loading || shell.fromTop() > 4 || document.hidden) return;
    loading = true;
    draw();
    later(behaviour.historyAfter, route, () => {
      const below = shell.scroller().scrollHeight - shell.fromTop();
      loading = false;
      leaveOlder(older - more);
      draw();
      shell.scrollTo(shell.scroller().scrollHeight - below);
      draw(); // the first made room for what was loaded, so only now it is known what is in view
    });
  };

  const fillSidebar = async (): Promise<void> => {
    const items: { id: string; title: string }[] = await (await fetch('/replica/list')).json();
    shell.sidebar.replaceChildren(
      h('a', { href: site.newChatPath }, '+ New chat'),
      ...items.map(({ id, title }) => site.sidebarRow(id, title)),
    );
  };

  control(shell, {
    idle: () => !busy(),
    send,
    go(path, title) {
      history.pushState({}, '', path);
      // As on the real page, before the turns follow.
      document.title = site.pageTitle(path === site.newChatPath ? undefined : title);
      void show(behaviour.swapAfter);
    },
  });
  addEventListener('popstate', () => void show(behaviour.swapAfter));
  void fillSidebar();
  void show(0);
  return { showing: turns, mounted: () => inPage, busy, scroller: shell.scroller };
}

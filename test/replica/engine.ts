import type { Change, Reply } from './change';
import { control, type TurnActions } from './controls';
import { type ReplicaBehaviour, type ReplicaTurn, textPart } from './conversation';
import type { ShownTurn } from './dialect';
import { dialects } from './dialects';
import { changesAt, shownAt } from './shown';
import { nodeOf } from './tree';
import { turnActions } from './turn-actions';
import { visibleTurns } from './windowing';
import { fetchConversation, fillSidebar, postChange } from './wire';

/** The page engine of every replica: fetches, streams, windows and navigates; a dialect only draws. */

/** Turns are named by their ids; only what is in the page can be changed, and only while nothing is written. */
export interface ReplicaPage extends TurnActions {
  /** What the page shows of its conversation, whole, as the site itself knows it. */
  showing(): readonly ShownTurn[];
  /** Those of them that are in the page now. */
  mounted(): readonly ShownTurn[];
  /** Is an answer being written? */
  busy(): boolean;
  /** The element that scrolls the conversation. */
  scroller(): HTMLElement;
}

interface Known extends Omit<Reply, 'conversation'> {
  readonly conversation: Reply['conversation'] | undefined;
}
const NOTHING: Known = { conversation: undefined, alternatives: {}, skew: 0 };

export function run(behaviour: ReplicaBehaviour): ReplicaPage {
  const dialect = dialects[behaviour.dialect];
  const { site, list } = dialect;
  const shell = dialect.shell(document.body, behaviour);
  const pace = dialect.pace?.(behaviour) ?? { thinking: behaviour.thinking, busyFor: 0 };
  const rows = { ...list, rowHeight: behaviour.windowed > 0 ? list.rowHeight : 0 };
  let { conversation, alternatives, skew } = NOTHING;
  let pending: ReplicaTurn | undefined;
  /** Asked of the server and not yet answered. */
  let asking = false;
  /** The address names another conversation than the one that still stands here: nothing can be said meanwhile. */
  let leaving = false;
  /** So many of the oldest turns are still on the server. */
  let older = 0;
  let loading = false;
  let route = 0;
  let titled = false;
  let inPage: readonly ShownTurn[] = [];
  const live = new Set<string>();

  const turns = (): ShownTurn[] => {
    const known: readonly ReplicaTurn[] = conversation?.turns ?? [];
    const all = pending && !known.some((turn) => turn.id === pending?.id) ? [...known, pending] : known;
    const now = Date.now() + skew;
    return all.map((turn, i) => ({
      ...shownAt(now, turn, behaviour, pace),
      ...changesAt(i, all.length, turn, alternatives, dialect),
      pending: turn.id === pending?.id,
      live: live.has(turn.id),
    }));
  };
  const busy = (): boolean =>
    leaving || pending !== undefined || asking || turns().some((turn) => !turn.done);

  const draw = (): void => {
    const all = turns();
    const loaded = all.slice(older);
    const mounted = visibleTurns(loaded.length, shell.fromTop(), behaviour.windowed, rows);
    titled ||= all[1]?.done === true;
    const title = titled ? conversation?.title : undefined;
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

  /** Shows a prompt and asks for its answer; what stood at its place and below has to go. */
  const say = async (text: string, place: number, change: Change & { id: string }): Promise<void> => {
    const of = route;
    if (conversation) conversation = { ...conversation, turns: conversation.turns.slice(0, place) };
    pending = { id: change.id, role: 'user', parts: [textPart(text)] };
    live.add(pending.id);
    const id = conversation?.id ?? (site.idMadeBy === 'page' ? site.ids.make() : undefined);
    if (!conversation) begin(of, id);
    stream(of);
    const sentAt = Date.now();
    const answer = await postChange(id, change);
    const since = Date.now() - sentAt;
    if (id === undefined) {
      const name = behaviour.lastingBy === 'replace' ? history.replaceState : history.pushState;
      const lasting = site.threadPath(answer.conversation.id);
      void later(behaviour.lastingAfter - since, of, () => name.call(history, {}, '', lasting));
    }
    await later(behaviour.confirmedAfter - since, of, () => {
      pending = undefined;
      receive(answer);
      for (const turn of answer.conversation.turns.slice(-2)) live.add(turn.id);
      stream(of);
      void fillSidebar(shell.sidebar, site);
    });
  };

  const send = (text: string): Promise<void> => {
    const last = conversation?.turns.at(-1);
    const after = last && { after: nodeOf(last) };
    return say(text, Number.MAX_SAFE_INTEGER, { kind: 'send', id: site.promptId(), text, ...after });
  };

  /** Shows another answer, or another prompt with all that is below it, in the place of what is shown. */
  const replace = async (change: Change): Promise<void> => {
    const of = route;
    asking = true;
    try {
      const answer = await postChange(conversation?.id, change);
      if (of !== route) return;
      receive(answer);
      const newest = answer.conversation.turns.at(-1);
      if (change.kind === 'retry' && newest) live.add(newest.id);
    } finally {
      if (of === route) asking = false;
      stream(of);
    }
  };

  /** A new chat's first address: the lasting one where the page makes the id, else a provisional one if any. */
  const begin = (of: number, id: string | undefined): void => {
    const provisional = dialect.provisionalPath?.(crypto.randomUUID());
    if (id) history.pushState({}, '', site.threadPath(id));
    else if (provisional)
      void later(behaviour.provisionalAfter, of, () => history.pushState({}, '', provisional));
  };

  const receive = (answer: Reply): void => {
    ({ conversation, alternatives } = answer);
    skew = answer.skew - Date.now();
  };
  const later = (delay: number, of: number, act: () => void): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(() => {
        if (of === route) act();
        resolve();
      }, delay);
    });

  /** Shows what the address asks for, a while after the address has changed. */
  const show = async (delay: number): Promise<void> => {
    const of = ++route;
    leaving = true;
    if (delay > 0) shell.leave?.();
    const id = site.threadPattern.exec(location.pathname)?.[1];
    // A provisional address leads nowhere once its page has gone.
    if (id === undefined && location.pathname !== site.newChatPath)
      history.replaceState({}, '', site.newChatPath);
    const answer = id === undefined ? undefined : await fetchConversation(id);
    void later(delay, of, () => {
      ({ conversation, alternatives, skew } = NOTHING);
      pending = undefined;
      asking = false;
      leaving = false;
      titled = false;
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
    void later(behaviour.historyAfter, route, () => {
      const below = shell.scroller().scrollHeight - shell.fromTop();
      loading = false;
      leaveOlder(older - more);
      draw();
      shell.scrollTo(shell.scroller().scrollHeight - below);
      draw(); // the first made room for what was loaded, so only now it is known what is in view
    });
  };

  const changes = turnActions({ mounted: () => inPage, busy, promptId: site.promptId, say, replace });
  control(shell, {
    ...changes,
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
  void fillSidebar(shell.sidebar, site);
  void show(0);
  return { showing: turns, mounted: () => inPage, busy, scroller: shell.scroller, ...changes };
}

import type { Change, ChangeRequest, Reply } from './change';
import { h } from './dom';
import type { ReplicaSite } from './site';

/** What the page asks of its server. */

export async function fetchConversation(id: string): Promise<Reply | undefined> {
  const found = await fetch(`/replica/conversation/${id}`);
  return found.ok ? found.json() : undefined;
}

export async function postChange(conversation: string | undefined, change: Change): Promise<Reply> {
  const body: ChangeRequest = { ...(conversation !== undefined && { conversation }), change };
  const answer = await fetch('/replica/change', { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`The server cannot ${change.kind}.`);
  return answer.json();
}

export async function fillSidebar(sidebar: HTMLElement, site: ReplicaSite): Promise<void> {
  const items: { id: string; title: string }[] = await (await fetch('/replica/list')).json();
  sidebar.replaceChildren(
    h('a', { href: site.newChatPath }, '+ New chat'),
    ...items.map(({ id, title }) => site.sidebarRow(id, title)),
  );
}

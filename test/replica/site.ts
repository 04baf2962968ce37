import { h } from './dom';

/** What all generations of a site have in common: addresses, ids, titles, the rows of the sidebar. */
export interface ReplicaSite {
  readonly id: 'chatgpt' | 'claude' | 'gemini';
  readonly origin: string;
  readonly newChatPath: string;
  threadPath(id: string): string;
  /** Finds the conversation's id in the path of its thread. */
  readonly threadPattern: RegExp;
  /** Conversation ids: a fresh one, and the n-th of a series. */
  readonly ids: Ids;
  /** A new chat's id is known when its first prompt is sent, or when the server has answered. */
  readonly idMadeBy: 'page' | 'server';
  promptId(): string;
  /** What an answer is known by: the first to a prompt, or one of the later tries. */
  answerIds(promptId: string, first: boolean): { readonly id: string; readonly draft?: string };
  /** The document's title; without a conversation's own the bare name. */
  pageTitle(title: string | undefined): string;
  sidebarRow(id: string, title: string): HTMLElement;
}

interface Ids {
  make(): string;
  numbered(n: number): string;
}

const uuid: Ids = {
  make: () => crypto.randomUUID(),
  numbered: (n) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`,
};

const hex: Ids = {
  make: () => crypto.randomUUID().replaceAll('-', '').slice(0, 16),
  numbered: (n) => n.toString(16).padStart(16, '0'),
};

export const chatgpt: ReplicaSite = {
  id: 'chatgpt',
  origin: 'https://chatgpt.com',
  newChatPath: '/',
  threadPath: (id) => `/c/${id}`,
  threadPattern: /\/c\/([0-9a-f-]{36})$/,
  ids: uuid,
  idMadeBy: 'server',
  promptId: uuid.make,
  answerIds: () => ({ id: uuid.make() }),
  pageTitle: (title) => title ?? 'ChatGPT',
  sidebarRow: (id, title) =>
    h(
      'a',
      { href: chatgpt.threadPath(id), 'data-sidebar-chatgpt-conversation-key': id },
      h('span', { 'data-thread-title': true }, title),
    ),
};

export const claude: ReplicaSite = {
  id: 'claude',
  origin: 'https://claude.ai',
  newChatPath: '/new',
  threadPath: (id) => `/chat/${id}`,
  threadPattern: /^\/chat\/([0-9a-f-]{36})$/,
  ids: uuid,
  idMadeBy: 'page',
  promptId: uuid.make,
  answerIds: (promptId, first) => ({ id: first ? `${promptId}-hub-reply` : uuid.make() }),
  pageTitle: (title) => (title === undefined ? 'Claude' : `${title} - Claude`),
  sidebarRow: (id, title) => h('a', { href: claude.threadPath(id) }, h('span', { class: 'truncate' }, title)),
};

/** A prompt has no id of its own: it is known by that of the exchange, which is the answer's. */
const PROMPT = ':user';

export const gemini: ReplicaSite = {
  id: 'gemini',
  origin: 'https://gemini.google.com',
  newChatPath: '/app',
  threadPath: (id) => `/app/${id}`,
  threadPattern: /\/app\/([0-9a-f]{16})$/,
  ids: hex,
  idMadeBy: 'server',
  promptId: () => hex.make() + PROMPT,
  answerIds: (promptId) => ({ id: promptId.slice(0, -PROMPT.length), draft: `rc_${hex.make()}` }),
  pageTitle: (title) => (title === undefined ? '\u200eGoogle Gemini' : `${title} - Google Gemini`),
  sidebarRow: (id, title) =>
    h(
      'gem-nav-list-item',
      { 'data-test-id': 'conversation' },
      h('a', { href: gemini.threadPath(id) }, h('span', { class: 'title-text' }, title)),
    ),
};

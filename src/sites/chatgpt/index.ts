import type { Place, Site } from '../site';
import { appShell } from './app-shell';
import { classic } from './classic';
import { loggedOut } from './logged-out';

export const chatgpt: Site = {
  id: 'chatgpt',
  name: 'ChatGPT',
  matches: ['https://chatgpt.com/*'],
  place,
  title,
  dialects: [appShell, loggedOut, classic],
};

/** `/c/<id>`, also inside a custom GPT or project: `/g/<id>/c/<id>`; `/uc/<id>` when logged out. */
const THREAD = /^(?:(?:\/g\/[^/]+)?\/c|\/uc)\/([^/]+)\/?$/;
/** Pages on which a new conversation starts: home, a custom GPT, a project. */
const NEW = /^\/(?:g\/[^/]+(?:\/project)?\/?)?$/;
const BARE_UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function place(url: URL): Place {
  if (url.searchParams.get('temporary-chat') === 'true') return { kind: 'temporary' };
  const id = THREAD.exec(url.pathname)?.[1];
  if (id !== undefined) {
    const key = decode(id);
    // `WEB:<uuid>` (classic) and `local-chatgpt:<uuid>` (app shell) stand in until the server has answered.
    return { kind: 'thread', key, provisional: !BARE_UUID.test(key) };
  }
  return NEW.test(url.pathname) ? { kind: 'new' } : { kind: 'none' };
}

/** The provisional id's colon may come escaped. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // a lone `%` is no escape: the segment is the key as it stands
  }
}

function title(page: Document): string | undefined {
  const text = page.title.replace(/^ChatGPT - | - ChatGPT$/, '').trim();
  return text === '' || text === 'ChatGPT' ? undefined : text;
}

import type { Place, Site } from '../site';
import { hub } from './hub';
import { early, list, rows } from './transcript';

export const claude: Site = {
  id: 'claude',
  name: 'Claude',
  matches: ['https://claude.ai/*'],
  place,
  title,
  dialects: [hub, rows, list, early],
};

/** `/chat/<id>`: the page makes the id itself, at the moment of sending. */
const THREAD = /^\/chat\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;
/** Pages on which a new conversation starts: a new chat, home, a project. */
const NEW = /^\/(?:new\/?|project\/[^/]+\/?)?$/;

function place(url: URL): Place {
  if (url.searchParams.has('incognito')) return { kind: 'temporary' };
  const key = THREAD.exec(url.pathname)?.[1];
  if (key !== undefined) return { kind: 'thread', key: key.toLowerCase(), provisional: false };
  return NEW.test(url.pathname) ? { kind: 'new' } : { kind: 'none' };
}

function title(page: Document): string | undefined {
  const text = page.title.replace(/ [-–|] Claude$/, '').trim();
  return text === '' || text === 'Claude' ? undefined : text;
}

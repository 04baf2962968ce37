import type { Place, Site } from '../site';
import { responseContainer, responseContent } from './exchange';

export const gemini: Site = {
  id: 'gemini',
  name: 'Gemini',
  matches: ['https://gemini.google.com/*'],
  place,
  title,
  dialects: [responseContent, responseContainer],
};

/** `/app/<id>`, `/gem/<gem>/<id>`, each also behind the account's slot `/u/<n>`. */
const THREAD = /^(?:\/u\/\d+)?\/(?:app|gem\/[^/]+)\/([0-9a-f]{12,})\/?$/;
/** A chat gets its address when the server answers; a temporary one never does, and looks the same until then. */
const NEW = /^(?:\/u\/\d+)?(?:\/(?:app|gem\/[^/]+)?\/?)?$/;

function place(url: URL): Place {
  const key = THREAD.exec(url.pathname)?.[1];
  if (key !== undefined) return { kind: 'thread', key, provisional: false };
  return NEW.test(url.pathname) ? { kind: 'new', untold: true } : { kind: 'none' };
}

/** In the sidebar, of the conversation shown. */
const SHOWN_IN_SIDEBAR = '[data-test-id="conversation"] a[aria-current="page"] .title-text';

function title(page: Document): string | undefined {
  const text = page.title
    .replace(/\u200e/g, '')
    .replace(/(?:^| [-–|] )(?:Google )?Gemini$/, '')
    .trim();
  if (text !== '') return text;
  return page.querySelector(SHOWN_IN_SIDEBAR)?.textContent.trim() || undefined;
}

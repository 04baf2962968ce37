import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes a site that works on a page of its own, to be made to fit the real one. */

/** Returns the files written, or throws with what to do. */
export function newSite(root: string, id: string | undefined, origin: string | undefined): string[] {
  if (id === undefined || !/^[a-z][a-z0-9-]{1,30}$/.test(id))
    throw new Error(
      'The id is a short name in small letters: npm run new-site mistral https://chat.mistral.ai',
    );
  if (origin === undefined || !URL.canParse(origin) || new URL(origin).protocol !== 'https:')
    throw new Error(
      `The site's address is missing or not https: npm run new-site ${id} https://chat.example.com`,
    );
  if (existsSync(join(root, 'src/sites', id))) throw new Error(`src/sites/${id} is there already.`);

  const host = new URL(origin).origin;
  const name = id.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const variable = id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const files = {
    [`src/sites/${id}/index.ts`]: site({ id, name, variable, host }),
    [`src/sites/${id}/first.ts`]: dialect(),
    [`test/sites/${id}/first/page.html`]: page(host),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const list = join(root, 'src/sites/index.ts');
  writeFileSync(list, enlist(readFileSync(list, 'utf8'), id, variable));
  return [...Object.keys(files), 'src/sites/index.ts'];
}

/** Imports stay in the order the linter wants. */
function enlist(text: string, id: string, variable: string): string {
  const own = /^import \{ \w+ \} from '\.\/[\w-]+';$/;
  const lines = text.split('\n');
  const imports = [...lines.filter((line) => own.test(line)), `import { ${variable} } from './${id}';`];
  const path = (line: string): string => line.replace(/^.* from /, '');
  return [...imports.sort((a, b) => (path(a) < path(b) ? -1 : 1)), ...lines.filter((line) => !own.test(line))]
    .join('\n')
    .replace(/(export const sites: readonly Site\[\] = \[[^\]]*)\]/, `$1, ${variable}]`);
}

interface Names {
  readonly id: string;
  readonly name: string;
  readonly variable: string;
  readonly host: string;
}

const site = ({ id, name, variable, host }: Names): string => `import type { Place, Site } from '../site';
import { first } from './first';

export const ${variable}: Site = {
  id: '${id}',
  name: '${name}',
  matches: ['${host}/*'],
  place,
  title,
  dialects: [first],
};

/** \`/chat/<id>\` */
const THREAD = /^\\/chat\\/([\\w-]{8,})\\/?$/;

function place(url: URL): Place {
  const key = THREAD.exec(url.pathname)?.[1];
  if (key !== undefined) return { kind: 'thread', key, provisional: false };
  return url.pathname === '/' ? { kind: 'new' } : { kind: 'none' };
}

/** Nothing while the page shows only the site's name. */
function title(page: Document): string | undefined {
  const text = page.title.trim();
  return text === '' || text === '${name}' ? undefined : text;
}
`;

const dialect = (): string => `import { derivedKey, ROOT } from '../../model/keys';
import { toMarkdown } from '../../model/markdown';
import { asideOf, type Memory, readTurn, rulesOf } from '../markdown';
import type { Dialect, Reading } from '../site';

/** Say here when and where this generation of the page was seen, and at each selector what it finds. */
const selectors = {
  turn: '[data-message-role]',
  text: '.message-text',
  /** Each finished answer's own buttons. */
  finished: '[data-message-actions]',
} as const;

const RULES = rulesOf({ text: selectors.text, code: 'pre' });

export const first: Dialect = {
  id: 'first',
  selectors,
  ids: true,
  fits: (page) => page.querySelector(selectors.turn) !== null,
  scope: (page) => page.querySelector('main'),
  turn: selectors.turn,
  attributes: ['data-message-role', 'data-message-id'],
  aside: asideOf(RULES),
  read,
};

function read(turn: Element, before: Reading | undefined, known?: Memory): Reading | undefined {
  const role = turn.getAttribute('data-message-role');
  if (role !== 'user' && role !== 'assistant') return undefined;
  const made = derivedKey(before?.key ?? ROOT, role);
  const key = turn.getAttribute('data-message-id') ?? made;
  const blocks = readTurn(turn, RULES, known);
  const finished = role === 'user' || turn.querySelector(selectors.finished) !== null;
  return {
    key,
    formerKeys: key === made ? [] : [made],
    role,
    markdown: toMarkdown(blocks),
    blocks,
    patience: finished ? 800 : 10_000,
  };
}
`;

const page = (host: string): string => `<!-- ${host}/chat/0a1b2c3d-0001 -->
<!doctype html><html><head><title>Replace this page by one of the site, with invented text</title></head><body>
<nav><a href="/chat/0a1b2c3d-0002">Another chat</a></nav>
<main>
<div data-message-role="user" data-message-id="m-0000-0001"><div class="message-text whitespace-pre-wrap">Which flour is strong enough for a loaf that proves over night in a cold kitchen?</div></div>
<div data-message-role="assistant" data-message-id="m-0000-0002"><div class="message-text"><p>The one with <strong>more</strong> protein: look for twelve grams or more in a hundred, and ask the miller.</p><p>Wholemeal drinks more water and rises less, so mix a third of it in and let it rest for half an hour.</p><pre><code class="language-js">strong(flour);</code></pre></div><div data-message-actions><button>Copy</button></div></div>
</main></body></html>
`;

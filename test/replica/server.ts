import { fileURLToPath } from 'node:url';
import type { BrowserContext, Route } from '@playwright/test';
import { bundle } from '../support/bundle';
import { type ChangeRequest, changer, type Reply } from './change';
import {
  type Part,
  type ReplicaBehaviour,
  type ReplicaConversation,
  behaviour as usual,
} from './conversation';
import { dialects } from './dialects';
import { answerTo } from './script';
import type { ReplicaSite } from './site';
import { style } from './style';
import { alternatives, type ReplicaTree, treeOf } from './tree';

/** The server behind a replica site. It lives in the test, so conversations outlast reloads, tabs and crashes. */
export interface Replica {
  /** Where it is, how its addresses and ids look. */
  readonly site: ReplicaSite;
  readonly origin: string;
  readonly newChatPath: string;
  threadPath(id: string): string;
  /** Keys of the messages a faithful capture stores; undefined where the page shows none. */
  keysOf(conversation: ReplicaConversation | undefined): string[] | undefined;
  /** Serves the site to every page of a browser, at its real host name. */
  attach(context: BrowserContext): Promise<void>;
  add(conversation: ReplicaConversation): void;
  /** All of them, with everything that was ever said and what is shown of it. */
  conversations(): ReplicaTree[];
}

interface Options extends Partial<ReplicaBehaviour> {
  readonly answer?: (prompt: string, n: number) => Part[];
}

export function replica({ answer = answerTo, ...options }: Options = {}): Replica {
  const behaviour = { ...usual, ...options };
  const { site, showsIds } = dialects[behaviour.dialect];
  const conversations = new Map<string, ReplicaTree>();
  const apply = changer({ site, answer, steps: behaviour.steps });

  const reply = (conversation: ReplicaTree): Reply => {
    conversations.set(conversation.id, conversation);
    const { id, title, turns } = conversation;
    return { conversation: { id, title, turns }, alternatives: alternatives(conversation), skew: Date.now() };
  };

  const serve = async (route: Route): Promise<void> => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const json = (value: unknown) =>
      route.fulfill({ contentType: 'application/json', body: JSON.stringify(value) });
    if (pathname === '/replica/change') {
      const { conversation, change }: ChangeRequest = request.postDataJSON();
      const before = conversations.get(conversation ?? '');
      const after = apply(before, conversation, change);
      return after ? json(reply(after)) : route.fulfill({ status: 409, json: {} });
    }
    if (pathname === '/replica/list')
      return json([...conversations.values()].map(({ id, title }) => ({ id, title })).concat(history(site)));
    const id = /^\/replica\/conversation\/(.+)$/.exec(pathname)?.[1];
    if (id) {
      const conversation = conversations.get(id);
      return conversation ? json(reply(conversation)) : route.fulfill({ status: 404, json: {} });
    }
    if (pathname === '/replica/page.js')
      return route.fulfill({ contentType: 'text/javascript', body: await pageScript() });
    if (request.resourceType() !== 'document') return route.fulfill({ status: 404, body: '' });
    return route.fulfill({ contentType: 'text/html', body: html(behaviour, site.pageTitle(undefined)) });
  };

  return {
    site,
    origin: site.origin,
    newChatPath: site.newChatPath,
    threadPath: site.threadPath,
    keysOf: (conversation) => (showsIds ? (conversation?.turns ?? []).map(({ id }) => id) : undefined),
    attach: async (context) => void (await context.route(`${site.origin}/**`, serve)),
    add: (conversation) => void conversations.set(conversation.id, treeOf(conversation)),
    conversations: () => [...conversations.values()],
  };
}

/** A long sidebar, as every real account has: a scroller and links that are not the conversation. */
const history = ({ ids }: ReplicaSite): { id: string; title: string }[] =>
  Array.from({ length: 40 }, (_, n) => ({ id: ids.numbered(n), title: `Old chat number ${n + 1}` }));

const html = (behaviour: ReplicaBehaviour, title: string): string => `<!doctype html>
<html lang="${behaviour.language}"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head>
<body><script>window.replicaBehaviour = ${JSON.stringify(behaviour)}</script><script src="/replica/page.js"></script></body></html>`;

const built: { script?: Promise<string> } = {};

/** The page engine, built once. */
function pageScript(): Promise<string> {
  built.script ??= bundle(fileURLToPath(new URL('page.ts', import.meta.url)));
  return built.script;
}

import { type Browser, browser } from '../browser';
import { z } from '../model/schema';
import { type ErrorCode, type Name, protocol, type Reply, type Request, type Response } from './protocol';

export type Sender = Browser.runtime.MessageSender;

/** A handler for every message: a missing one, or one of another shape, does not compile. */
export type Handlers = {
  readonly [N in Name]: (request: Request<N>, sender: Sender) => Promise<Response<N>>;
};

/** Thrown by a handler to answer with a code the sender can act on. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

/** Tells which site an address belongs to, by the site's id. */
export type SiteOf = (url: string) => string | undefined;

export function serve(handlers: Handlers, siteOf: SiteOf): void {
  browser.runtime.onMessage.addListener(
    (message: unknown, sender: Sender, respond: (reply: Reply<unknown>) => void) => {
      void answer(handlers, siteOf, message, sender).then(respond);
      return true; // the portable way to answer later: every browser understands it
    },
  );
}

const envelope = z.object({ name: z.string(), request: z.unknown() });

export async function answer(
  handlers: Handlers,
  siteOf: SiteOf,
  message: unknown,
  sender: Sender,
): Promise<Reply<unknown>> {
  try {
    const parsed = z.safeParse(envelope, message);
    if (!parsed.success)
      throw new Refusal('refused', 'This is not a Threadkeeper message: it needs a name and a request.');
    const { name, request } = parsed.data;
    if (!isName(name)) throw new Refusal('refused', `There is no message called "${name.slice(0, 64)}".`);
    return { ok: true, value: await handle(handlers, siteOf, name, request, sender) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, error: { code: error.code, message: error.message } };
    return {
      ok: false,
      error: { code: 'failed', message: error instanceof Error ? error.message : String(error) },
    };
  }
}

async function handle<N extends Name>(
  handlers: Handlers,
  siteOf: SiteOf,
  name: N,
  request: unknown,
  sender: Sender,
): Promise<Response<N>> {
  const entry = protocol[name];
  const parsed = z.safeParse(entry.request, request);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Refusal(
      'refused',
      `"${name}" was malformed at ${issue?.path.join('.') || 'its root'}: ${issue?.message ?? 'unknown'}`,
    );
  }
  const data = parsed.data as Request<N>;
  // A tab of one site may not write into another's threads, whatever a broken page makes its script say.
  const site = 'site' in data && typeof data.site === 'string' ? data.site : undefined;
  const allowed =
    entry.from === 'page'
      ? isOwnPage(sender)
      : site !== undefined && isContentScript(sender) && siteOf(sender.url ?? '') === site;
  if (!allowed)
    throw new Refusal(
      'refused',
      `"${name}" may only come from ${entry.from === 'page' ? 'our own pages' : 'the page of its site'}.`,
    );
  return handlers[name](data, sender);
}

const isName = (name: string): name is Name => Object.hasOwn(protocol, name);

const isOwnPage = (sender: Sender): boolean =>
  sender.id === browser.runtime.id && (sender.url ?? '').startsWith(browser.runtime.getURL('/'));

const isContentScript = (sender: Sender): boolean =>
  sender.id === browser.runtime.id && sender.tab?.id !== undefined && sender.frameId === 0;

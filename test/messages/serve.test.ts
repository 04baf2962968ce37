import { beforeEach, expect, test, vi } from 'vitest';

const EXTENSION = 'chrome-extension://abc';
vi.mock('../../src/browser', () => ({
  browser: { runtime: { id: 'abc', getURL: (path: string) => EXTENSION + path } },
}));
const { answer, Refusal } = await import('../../src/messages/serve');
type Sender = import('../../src/messages/serve').Sender;
type Handlers = import('../../src/messages/serve').Handlers;

const tab = (url: string, more: Partial<Sender> = {}): Sender => ({
  id: 'abc',
  frameId: 0,
  url,
  tab: { id: 1 } as Sender['tab'] & object,
  ...more,
});
const chatgpt = tab('https://chatgpt.com/c/1');
const popup: Sender = { id: 'abc', url: `${EXTENSION}/popup.html` };
const siteOf = (url: string) => (url.startsWith('https://chatgpt.com/') ? 'chatgpt' : undefined);

const called: string[] = [];
const handlers: Handlers = {
  'capture/hello': async () => {
    called.push('hello');
    return { capture: 'on' };
  },
  'capture/keep': async () => {
    throw new Refusal('storage-full', 'The disk is full.');
  },
  'capture/health': async () => ({ drift: false }),
  'capture/waited': async () => ({ ended: true }),
  'capture/switch': async () => {
    throw new TypeError('boom');
  },
};
beforeEach(() => called.splice(0));

const hello = { name: 'capture/hello', request: { site: 'chatgpt' } };
const keep = {
  name: 'capture/keep',
  request: {
    site: 'chatgpt',
    thread: { key: 'k', provisional: false, formerKeys: [], url: 'u' },
    windows: [],
    turns: [],
  },
};

test('a well-formed message from its own page is answered', async () => {
  expect(await answer(handlers, siteOf, hello, chatgpt)).toEqual({ ok: true, value: { capture: 'on' } });
  expect(called).toEqual(['hello']);
});

test.each([
  ['nothing', undefined],
  ['a string', 'hello'],
  ['no name', { request: {} }],
  ['an unknown name', { name: 'capture/forget', request: {} }],
  ['a name of every object', { name: 'toString', request: {} }],
  ['no request', { name: 'capture/hello' }],
  ['a wrong type', { name: 'capture/hello', request: { site: 7 } }],
  ['a turn without a key', { name: 'capture/keep', request: { ...keep.request, turns: [{ role: 'user' }] } }],
  [
    'a role nobody has',
    { name: 'capture/keep', request: { ...keep.request, turns: [{ key: 'k', role: 'admin' }] } },
  ],
])('%s is refused with a reason', async (_, message) => {
  const reply = await answer(handlers, siteOf, message, chatgpt);
  expect(reply).toMatchObject({ ok: false, error: { code: 'refused' } });
  expect(reply.ok ? '' : reply.error.message).not.toBe('');
  expect(called).toEqual([]);
});

test.each([
  ['another extension', { ...chatgpt, id: 'xyz' }],
  ['a frame inside the page', { ...chatgpt, frameId: 3 }],
  ['a page of another host', tab('https://chatgpt.com.evil.example/c/1')],
  ['our own popup', popup],
  ['nobody', {}],
])('a content message from %s is refused', async (_, sender) => {
  expect(await answer(handlers, siteOf, hello, sender)).toMatchObject({
    ok: false,
    error: { code: 'refused' },
  });
});

test('a page message from a content script is refused', async () => {
  const message = { name: 'capture/switch', request: { enabled: false } };
  expect(await answer(handlers, siteOf, message, chatgpt)).toMatchObject({
    ok: false,
    error: { code: 'refused' },
  });
  expect(await answer(handlers, siteOf, message, popup)).toEqual({
    ok: false,
    error: { code: 'failed', message: 'boom' },
  });
});

test('a site may not write into the threads of another', async () => {
  const message = { ...keep, request: { ...keep.request, site: 'claude' } };
  expect(await answer(handlers, siteOf, message, chatgpt)).toMatchObject({
    ok: false,
    error: { code: 'refused' },
  });
});

test('a refusal crosses with its code and its words', async () => {
  expect(await answer(handlers, siteOf, keep, chatgpt)).toEqual({
    ok: false,
    error: { code: 'storage-full', message: 'The disk is full.' },
  });
});

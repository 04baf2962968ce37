import { sendFromContent, sendFromPage } from '../../src/messages/send';
import type { Handlers } from '../../src/messages/serve';

/** Never run: the compiler must refuse each marked line, and complains when one of them becomes acceptable. */
export const mistakes = async (handlers: Handlers): Promise<unknown[]> => [
  // @ts-expect-error a payload of the wrong shape
  await sendFromContent('capture/hello', { site: 7 }),
  // @ts-expect-error a content script may not switch capture
  await sendFromContent('capture/switch', { enabled: true }),
  // @ts-expect-error a page may not store turns
  await sendFromPage('capture/keep', {}),
  // @ts-expect-error no such message
  await sendFromPage('capture/forget', {}),
  // @ts-expect-error a handler is missing
  { 'capture/hello': handlers['capture/hello'] } satisfies Handlers,
];

import { browser } from '../browser';

/** In the session's storage, which the browser empties when it or the extension starts anew. */
const DONE = 'takeover';

/**
 * Brings the content script into chat tabs that were open before this extension was installed, updated, reloaded or
 * switched on: the browser itself runs it only in pages opened later. Where it lives already, as in tabs that a
 * starting browser opens again, a second one ends at once.
 */
export async function takeOver(pages: string[]): Promise<void> {
  if (DONE in (await browser.storage.session.get(DONE))) return;
  // A tab that is unloaded gets the script when it is loaded; one that refuses it must not cost the others.
  const tabs = await browser.tabs.query({ url: pages, discarded: false });
  await Promise.allSettled(tabs.map(({ id }) => id !== undefined && inject(id)));
  await browser.storage.session.set({ [DONE]: true });
}

const inject = (tabId: number) =>
  browser.scripting.executeScript({ target: { tabId }, files: ['/capture.js'] });

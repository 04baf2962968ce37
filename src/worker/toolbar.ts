import { browser } from '../browser';

/** Says on the toolbar button, for one tab, that its page is not understood. Gone with the page. */
export async function markTab(tabId: number | undefined, drift: boolean): Promise<void> {
  if (tabId === undefined) return;
  await browser.action.setBadgeText({ tabId, text: drift ? '!' : '' });
  await browser.action.setBadgeBackgroundColor({ tabId, color: '#b45309' });
  await browser.action.setTitle({
    tabId,
    title: drift ? 'Threadkeeper: this page has changed, parts may be missing' : 'Threadkeeper',
  });
}

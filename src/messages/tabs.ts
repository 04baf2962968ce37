import { browser } from '../browser';
import type { Diagnostics, TabStatus } from '../model/status';

/**
 * What goes to tabs: one nudge from the worker, our pages' wishes for a report, for diagnostics and for a conversation to
 * be kept, and a tab's status to the popup for as long as both live.
 */

const CHANGED = 'capture/changed';
const STATUS = 'capture/status';
const REPORT = 'capture/report';
const DIAGNOSTICS = 'capture/diagnostics';
const KEEP_THIS = 'capture/keep-this';
const RECONNECT = 500;

/** Tells every tab that capture was switched; tabs without our script do not answer, and need not. */
export async function tellTabs(): Promise<void> {
  const tabs = await browser.tabs.query({});
  await Promise.allSettled(tabs.map(({ id }) => id !== undefined && browser.tabs.sendMessage(id, CHANGED)));
}

export function whenTold(act: () => void): void {
  browser.runtime.onMessage.addListener((message: unknown) => {
    if (message === CHANGED) act();
    return undefined;
  });
}

/** Made when somebody asks for it: a page's structure without its words, and what was done in it. */
export function offerReports(report: () => string, diagnose: () => Diagnostics): void {
  browser.runtime.onMessage.addListener((message: unknown, _, respond: (made: unknown) => void) => {
    if (message === REPORT) respond(report());
    if (message === DIAGNOSTICS) respond(diagnose());
    return undefined;
  });
}

export const askReport = async (tabId: number): Promise<string> =>
  await browser.tabs.sendMessage(tabId, REPORT);

/** Fails where nothing of ours runs in the tab. */
export const askDiagnostics = async (tabId: number): Promise<Diagnostics> =>
  await browser.tabs.sendMessage(tabId, DIAGNOSTICS);

/** The user wants the conversation in this tab kept, though it would not be. */
export function whenAskedToKeep(keepThis: () => void): void {
  browser.runtime.onMessage.addListener((message: unknown, _, respond: (heard: true) => void) => {
    if (message !== KEEP_THIS) return undefined;
    keepThis();
    respond(true);
    return undefined;
  });
}

export const askToKeep = async (tabId: number): Promise<void> =>
  void (await browser.tabs.sendMessage(tabId, KEEP_THIS));

/** Gives each popup that asks the present status, and every later one. */
export function publishStatus(subscribe: (listener: (status: TabStatus) => void) => () => void): void {
  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== STATUS) return;
    port.onDisconnect.addListener(subscribe((status) => port.postMessage(status)));
  });
}

/** Follows a tab's status, through reloads too. `undefined`: nothing of ours runs in that tab. */
export function followStatus(tabId: number, listener: (status: TabStatus | undefined) => void): () => void {
  let stopped = false;
  let port: ReturnType<typeof browser.tabs.connect> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const connect = (): void => {
    let answered = false;
    port = browser.tabs.connect(tabId, { name: STATUS });
    port.onMessage.addListener((status) => {
      answered = true;
      listener(status as TabStatus);
    });
    port.onDisconnect.addListener(() => {
      void browser.runtime.lastError; // read, or the browser reports it as unhandled
      if (stopped) return;
      // A tab that answered before is most likely being reloaded: only one that stays silent has nothing of ours.
      if (!answered) listener(undefined);
      retry = setTimeout(connect, RECONNECT);
    });
  };
  connect();
  return () => {
    stopped = true;
    clearTimeout(retry);
    port?.disconnect();
  };
}

import { useState } from 'preact/hooks';
import type { Request } from '../../messages/protocol';
import { sendFromPage } from '../../messages/send';
import { askReport, askToKeep } from '../../messages/tabs';
import type { Pause, TabStatus } from '../../model/status';
import { tabId } from './use-popup-facts';

/** What the user can do in the popup, and what came of it. */
export interface Actions {
  readonly failure: string | undefined;
  readonly copied: boolean;
  pause(scope: Pause['scope'], forAnHour: boolean): void;
  resume(): void;
  keepThis(): void;
  copyReport(): void;
}

export function usePopupActions(tab: string | null, status: TabStatus | undefined): Actions {
  const [copied, setCopied] = useState(false);
  const [failure, setFailure] = useState<string>();
  const attempt = (what: string, act: () => Promise<void>): void =>
    void act().then(
      () => setFailure(undefined),
      (error: unknown) =>
        setFailure(`${what}: ${error instanceof Error ? error.message : error}. Try again.`),
    );
  const change = (request: Request<'capture/switch'>): void =>
    attempt('That did not work', async () => {
      const reply = await sendFromPage('capture/switch', request);
      if (!reply.ok) throw new Error(reply.error.message);
    });
  const { site, threadKeys = [] } = status ?? {};
  const targets = {
    everywhere: {},
    site: { site },
    thread: { site, threadKeys: [...threadKeys] },
  };
  return {
    failure,
    copied,
    pause: (scope, forAnHour) => change({ enabled: false, forAnHour, ...targets[scope] }),
    resume: () => change({ enabled: true, ...targets.thread }),
    keepThis: () => attempt('That did not work', async () => askToKeep(await theTab(tab))),
    copyReport: () =>
      attempt('The report could not be copied', async () => {
        await navigator.clipboard.writeText(await askReport(await theTab(tab)));
        setCopied(true);
      }),
  };
}

async function theTab(tab: string | null): Promise<number> {
  const id = await tabId(tab);
  if (id === undefined) throw new Error('the tab is gone');
  return id;
}

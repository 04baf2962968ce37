import { useEffect, useState } from 'preact/hooks';
import { browser } from '../../browser';
import { askDiagnostics } from '../../messages/tabs';
import type { Diagnostics } from '../../model/status';

/** An open tab of one of the sites; without diagnostics nothing of ours answers there. */
export interface ChatTab {
  readonly id: number;
  readonly title: string;
  readonly diagnostics?: Diagnostics;
}

export interface ChatTabs {
  /** `undefined` until the browser has answered once. */
  readonly tabs?: readonly ChatTab[];
  readonly failure?: string;
}

const EVERY = 1_000;
/** A tab that the browser has put to sleep never answers. */
const PATIENCE = 800;

/** The open chat tabs and what is done in them, asked for anew each second while somebody looks. */
export function useChatTabs(): ChatTabs {
  const [now, setNow] = useState<ChatTabs>({});
  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      if (!document.hidden) {
        const found = await chatTabs().then(
          (tabs): ChatTabs => ({ tabs }),
          (error): ChatTabs => ({ failure: error instanceof Error ? error.message : String(error) }),
        );
        if (stopped) return;
        // What was known stays on the page beside the failure.
        setNow((before) => (found.failure === undefined ? found : { ...before, ...found }));
      }
      timer = setTimeout(() => void ask(), EVERY);
    };
    void ask();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, []);
  return now;
}

async function chatTabs(): Promise<ChatTab[]> {
  const url = browser.runtime.getManifest().content_scripts?.flatMap(({ matches = [] }) => matches) ?? [];
  const tabs = await browser.tabs.query({ url });
  return Promise.all(
    tabs.map(async ({ id = -1, title = '' }): Promise<ChatTab> => {
      const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE));
      const diagnostics = await Promise.race([askDiagnostics(id).catch(() => undefined), late]);
      return { id, title, ...(diagnostics && { diagnostics }) };
    }),
  );
}

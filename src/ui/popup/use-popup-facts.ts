import { useEffect, useState } from 'preact/hooks';
import { browser } from '../../browser';
import { followStatus } from '../../messages/tabs';
import type { Message } from '../../model/message';
import type { TabStatus } from '../../model/status';
import type { Thread } from '../../model/thread';
import { findThread, lastMessage } from '../../store/queries';
import { useLive } from '../use-live';
import type { PopupFacts } from './view';

/** What the popup knows of its tab, living: the tab's own word and the stored thread. `undefined`: not known yet. */
export function usePopupFacts(tab: string | null): PopupFacts | undefined {
  const status = useTabStatus(tab);
  const { site = '', threadKeys = [] } = status.value ?? {};
  const stored = useLive(
    async (db): Promise<{ thread?: Thread | undefined; last?: Message | undefined }> => {
      const thread = await findThread(db, site, threadKeys);
      return { thread, last: thread && (await lastMessage(db, thread.id)) };
    },
    [site, threadKeys.join()],
  );

  if (!status.known) return undefined;
  if (stored.failed) return { status: status.value, unreadable: true };
  return stored.value && { status: status.value, ...stored.value };
}

/** A tab that does not answer at once may still be loading: only then is it said to be unsupported. */
const PATIENCE = 150;

function useTabStatus(tab: string | null): { known: boolean; value?: TabStatus | undefined } {
  const [status, setStatus] = useState<{ known: boolean; value?: TabStatus | undefined }>({ known: false });
  useEffect(() => {
    let stop: (() => void) | undefined;
    let stopped = false;
    const late = setTimeout(() => setStatus((now) => ({ ...now, known: true })), PATIENCE);
    void tabId(tab).then((id) => {
      if (id === undefined || stopped) return;
      stop = followStatus(id, (value) =>
        setStatus((now) => ({ known: now.known || value !== undefined, value })),
      );
    });
    return () => {
      stopped = true;
      clearTimeout(late);
      stop?.();
    };
  }, [tab]);
  return status;
}

export async function tabId(tab: string | null): Promise<number | undefined> {
  if (tab !== null) return Number.isInteger(Number(tab)) ? Number(tab) : undefined;
  const [active] = await browser.tabs.query({ active: true, currentWindow: true });
  return active?.id;
}

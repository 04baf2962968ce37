import { useState } from 'preact/hooks';
import { sendFromPage } from '../../messages/send';
import { askReport } from '../../messages/tabs';
import { Popup } from './popup';
import { tabId, usePopupFacts } from './use-popup-facts';
import { popupView } from './view';

/** The popup for the tab it was opened over, or for `?tab=<id>` when it stands in a window of its own. */
export function PopupPage() {
  const tab = new URLSearchParams(location.search).get('tab');
  const facts = usePopupFacts(tab);
  const [copied, setCopied] = useState(false);
  const [failure, setFailure] = useState<string>();
  const toggle = async (enabled: boolean) => {
    // Resuming must also lift a pause of this one site, or the button would do nothing.
    const site = facts?.status?.site;
    const requests = [{ enabled }, ...(enabled && site !== undefined ? [{ enabled, site }] : [])];
    try {
      for (const request of requests) {
        const reply = await sendFromPage('capture/switch', request);
        if (!reply.ok) throw new Error(reply.error.message);
      }
      setFailure(undefined);
    } catch (error) {
      setFailure(`That did not work: ${error instanceof Error ? error.message : error}. Try again.`);
    }
  };
  const copyReport = async () => {
    try {
      const id = await tabId(tab);
      if (id === undefined) throw new Error('the tab is gone');
      await navigator.clipboard.writeText(await askReport(id));
      setCopied(true);
      setFailure(undefined);
    } catch (error) {
      setFailure(
        `The report could not be copied: ${error instanceof Error ? error.message : error}. Try again.`,
      );
    }
  };
  return (
    <Popup
      view={facts && popupView(facts)}
      failure={failure}
      onSwitch={toggle}
      copied={copied}
      onReport={copyReport}
    />
  );
}

import { useState } from 'preact/hooks';
import { sendFromPage } from '../../messages/send';
import { Popup } from './popup';
import { usePopupFacts } from './use-popup-facts';
import { popupView } from './view';

/** The popup for the tab it was opened over, or for `?tab=<id>` when it stands in a window of its own. */
export function PopupPage() {
  const facts = usePopupFacts(new URLSearchParams(location.search).get('tab'));
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
  return <Popup view={facts && popupView(facts)} failure={failure} onSwitch={toggle} />;
}

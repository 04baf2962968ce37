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
    const replies = [await sendFromPage('capture/switch', { enabled })];
    if (enabled && site !== undefined) replies.push(await sendFromPage('capture/switch', { enabled, site }));
    const refused = replies.find((reply) => !reply.ok);
    setFailure(refused && !refused.ok ? refused.error.message : undefined);
  };
  return <Popup view={facts && popupView(facts)} failure={failure} onSwitch={toggle} />;
}

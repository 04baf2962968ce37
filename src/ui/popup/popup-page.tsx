import { Popup } from './popup';
import { usePopupActions } from './use-popup-actions';
import { usePopupFacts } from './use-popup-facts';
import { popupView } from './view';

/** The popup for the tab it was opened over, or for `?tab=<id>` when it stands in a window of its own. */
export function PopupPage() {
  const tab = new URLSearchParams(location.search).get('tab');
  const facts = usePopupFacts(tab);
  const actions = usePopupActions(tab, facts?.status);
  return <Popup view={facts && popupView(facts)} actions={actions} />;
}

import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { capture } from '../src/capture/capture';
import { beginLife } from '../src/capture/life';
import { sendFromContent } from '../src/messages/send';
import { offerReports, publishStatus, whenAskedToKeep, whenTold } from '../src/messages/tabs';
import { siteFor } from '../src/sites';
import { reportOn } from '../src/sites/health/report';

/**
 * The content script. To WXT it is a plain script: what WXT wraps around content scripts tells the page that we are
 * here, and ends us when the page says so. The manifest in wxt.config.ts names the pages it runs on.
 */
export default defineUnlistedScript(() => {
  const site = siteFor(new URL(location.href));
  const life = site && beginLife();
  if (!life) return;
  const captured = capture({
    page: document,
    site,
    life,
    hello: async (threadKeys) =>
      life.isOver()
        ? undefined
        : sendFromContent('capture/hello', { site: site.id, threadKeys: [...threadKeys] }),
    waited: async (until) =>
      life.isOver() ? undefined : sendFromContent('capture/waited', { site: site.id, until }),
    // A worker that does not answer leaves the button as it is; the popup asks the tab itself.
    examined: (drift) => {
      const health = { site: site.id, drift: drift !== undefined };
      if (!life.isOver()) sendFromContent('capture/health', health).catch(() => undefined);
    },
    keep: async (batch) => (life.isOver() ? undefined : sendFromContent('capture/keep', batch)),
  });
  whenTold(captured.askAgain);
  whenAskedToKeep(captured.keepThis);
  offerReports(() => reportOn(document, site), captured.diagnose);
  publishStatus(captured.subscribe);
});

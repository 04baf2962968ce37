import { defineContentScript } from 'wxt/utils/define-content-script';
import { capture } from '../src/capture/capture';
import { sendFromContent } from '../src/messages/send';
import { offerReport, publishStatus, whenTold } from '../src/messages/tabs';
import { siteFor, sites } from '../src/sites';
import { reportOn } from '../src/sites/health/report';

export default defineContentScript({
  matches: sites.flatMap((site) => site.matches),
  runAt: 'document_end',
  main(ctx) {
    const site = siteFor(new URL(location.href));
    if (!site) return;
    const captured = capture({
      page: document,
      site,
      signal: ctx.signal,
      // Touching `isInvalid` aborts the signal once the extension was updated or removed under this page.
      hello: async () => (ctx.isInvalid ? undefined : sendFromContent('capture/hello', { site: site.id })),
      // A worker that does not answer leaves the button as it is; the popup asks the tab itself.
      examined: (drift) => {
        const health = { site: site.id, drift: drift !== undefined };
        if (!ctx.isInvalid) sendFromContent('capture/health', health).catch(() => undefined);
      },
      keep: async (batch) => (ctx.isInvalid ? undefined : sendFromContent('capture/keep', batch)),
    });
    whenTold(captured.askAgain);
    offerReport(() => reportOn(document, site));
    publishStatus(captured.subscribe);
  },
});

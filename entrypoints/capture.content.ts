import { defineContentScript } from 'wxt/utils/define-content-script';
import { capture } from '../src/capture/capture';
import { sendFromContent } from '../src/messages/send';
import { publishStatus, whenTold } from '../src/messages/tabs';
import { siteFor, sites } from '../src/sites';

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
      keep: async (batch) => (ctx.isInvalid ? undefined : sendFromContent('capture/keep', batch)),
    });
    whenTold(captured.askAgain);
    publishStatus(captured.subscribe);
  },
});

import { defineBackground } from 'wxt/utils/define-background';
import { serve } from '../src/messages/serve';
import { tellTabs } from '../src/messages/tabs';
import { whenSettingsChange } from '../src/settings/settings';
import { siteFor, sites } from '../src/sites';
import { openStore } from '../src/store/db';
import { handlers } from '../src/worker/handlers';
import { awaitPauseEnd, whenPauseEnds } from '../src/worker/pause-end';
import { takeOver } from '../src/worker/takeover';

export default defineBackground(() => {
  serve(handlers(openStore()), (url) => (URL.canParse(url) ? siteFor(new URL(url))?.id : undefined));
  const captureChanged = () => void Promise.allSettled([tellTabs(), awaitPauseEnd()]);
  whenSettingsChange(captureChanged);
  whenPauseEnds(captureChanged);
  void awaitPauseEnd();
  void takeOver(sites.flatMap((site) => site.matches));
});

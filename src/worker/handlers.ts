import { type Handlers, Refusal, type Sender } from '../messages/serve';
import { captures } from '../model/settings';
import { loadSettings, saveSettings } from '../settings/settings';
import type { Store } from '../store/db';
import { keep } from '../store/keep';
import { roomLeft, storageProblem } from './storage-problem';
import { markTab } from './toolbar';

/** What the worker does with each message. It holds nothing between two of them: it may die at any line. */
export function handlers(db: Store): Handlers {
  return {
    'capture/hello': async ({ site }, sender) => ({ capture: await permission(site, sender) }),

    'capture/keep': async (batch, sender) => {
      const allowed = await permission(batch.site, sender);
      if (allowed !== 'on') throw new Refusal(allowed, 'Capture is off for this page.');
      try {
        return { written: await keep(db, batch, Date.now()) };
      } catch (error) {
        db.close({ disableAutoOpen: false }); // a store that failed is opened afresh by the next batch
        throw storageProblem(error, await roomLeft());
      }
    },

    'capture/health': async ({ drift }, sender) => {
      await markTab(sender.tab?.id, drift);
      return { drift };
    },

    'capture/switch': async ({ enabled, site }) => {
      await saveSettings((settings) => {
        const { capture } = settings;
        if (site === undefined) return { ...settings, capture: { ...capture, enabled } };
        return { ...settings, capture: { ...capture, sites: { ...capture.sites, [site]: enabled } } };
      });
      return { enabled };
    },
  };
}

async function permission(site: string, sender: Sender): Promise<'on' | 'paused' | 'private'> {
  if (sender.tab?.incognito) return 'private';
  return captures(await loadSettings(), site) ? 'on' : 'paused';
}

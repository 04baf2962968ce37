import type { Response } from '../messages/protocol';
import { type Handlers, Refusal, type Sender } from '../messages/serve';
import { isLocal } from '../model/keys';
import { endPause, followKey, HOUR, pause, pauseOf, resume, type Target } from '../model/pause';
import type { Batch } from '../model/turn';
import { loadSettings, saveSettings } from '../settings/settings';
import type { Store } from '../store/db';
import { keep } from '../store/keep';
import { roomLeft, storageProblem } from './storage-problem';
import { markTab } from './toolbar';

/** What the worker does with each message. It holds nothing between two of them: it may die at any line. */
export function handlers(db: Store): Handlers {
  return {
    'capture/hello': async ({ site, threadKeys }, sender) => permission({ site, threadKeys }, sender),

    'capture/keep': async (batch, sender) => {
      const { key, formerKeys, asked } = batch.thread;
      const allowed = await permission({ site: batch.site, threadKeys: [key, ...formerKeys] }, sender);
      if (allowed.capture === 'paused')
        throw new Refusal('paused', 'Capture is paused for this conversation.');
      if (!asked && (allowed.capture === 'private' || isTemporary(batch)))
        throw new Refusal('private', 'This is kept only if the user asks for it.');
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

    'capture/waited': async ({ until }) => {
      await saveSettings((settings) => endPause(settings, until));
      return { ended: true };
    },

    'capture/switch': async ({ enabled, forAnHour, ...target }) => {
      const until = forAnHour ? Date.now() + HOUR : undefined;
      await saveSettings((settings) => (enabled ? resume(settings, target) : pause(settings, target, until)));
      return { enabled };
    },
  };
}

/** A private window too may be paused, and then that is what the user is told. */
async function permission(target: Target, sender: Sender): Promise<Response<'capture/hello'>> {
  const settings = await loadSettings();
  const now = Date.now();
  const paused = pauseOf(settings, target, now);
  // Told of now, a lasting key is still known to be paused after a reload.
  if (paused && followKey(settings, target, now) !== settings)
    await saveSettings((latest) => followKey(latest, target, now));
  if (paused) return { capture: 'paused', pause: paused };
  return sender.tab?.incognito ? { capture: 'private' } : { capture: 'on' };
}

/** A new chat waits for its lasting key; one that has a key of ours for good is one the site does not keep. */
const isTemporary = ({ thread }: Batch): boolean => !thread.provisional && isLocal(thread.key);

import { browser } from '../browser';
import { tidyPauses } from '../model/pause';
import { readSettings, type Settings } from '../model/settings';

const KEY = 'settings';

export async function loadSettings(): Promise<Settings> {
  const stored = await browser.storage.local.get(KEY);
  return readSettings(stored[KEY]).settings;
}

/**
 * Only the worker saves; pages ask it to. One change after the other: two at once would lose one. Pauses that are over
 * go with it.
 */
export const saveSettings = (change: (settings: Settings) => Settings): Promise<Settings> =>
  navigator.locks.request(`threadkeeper/${KEY}`, async () => {
    const settings = tidyPauses(change(await loadSettings()), Date.now());
    await browser.storage.local.set({ [KEY]: settings });
    return settings;
  });

export function whenSettingsChange(act: () => void): void {
  browser.storage.onChanged.addListener((changes, area) => {
    if (area === 'local' && KEY in changes) act();
  });
}

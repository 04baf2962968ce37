import { browser } from '../browser';
import { readSettings, type Settings } from '../model/settings';

const KEY = 'settings';

export async function loadSettings(): Promise<Settings> {
  const stored = await browser.storage.local.get(KEY);
  return readSettings(stored[KEY]).settings;
}

/** Only the worker saves; pages ask it to. One change after the other: two at once would lose one. */
export const saveSettings = (change: (settings: Settings) => Settings): Promise<Settings> =>
  navigator.locks.request(`threadkeeper/${KEY}`, async () => {
    const settings = change(await loadSettings());
    await browser.storage.local.set({ [KEY]: settings });
    return settings;
  });

export function whenSettingsChange(act: () => void): void {
  browser.storage.onChanged.addListener((changes, area) => {
    if (area === 'local' && KEY in changes) act();
  });
}

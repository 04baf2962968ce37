import { browser } from '../browser';
import { nextEnd, tidyPauses } from '../model/pause';
import { loadSettings, saveSettings } from '../settings/settings';

const ALARM = 'pause-end';

/**
 * Sets the alarm for the end of the next pause: it wakes a dead worker, and a sleeping computer does not hold it up. To
 * be called whenever the worker starts, since a browser may forget its alarms.
 */
export async function awaitPauseEnd(): Promise<void> {
  const now = Date.now();
  const settings = await loadSettings();
  const end = nextEnd(settings, now);
  // An end that is too far away to be true is drawn near, and this is called again for the change.
  if (end !== undefined && end !== nextEnd(tidyPauses(settings, now), now))
    await saveSettings((same) => same);
  else if (end === undefined) await browser.alarms.clear(ALARM);
  else await browser.alarms.create(ALARM, { when: end });
}

export function whenPauseEnds(act: () => void): void {
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === ALARM) act();
  });
}

import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

/** Pictures go to the output; `SCREENSHOTS=1 npm run e2e popup` also renews the ones the README shows. */
const output = fileURLToPath(new URL('../../.output/screenshots/', import.meta.url));
const shownInReadme = fileURLToPath(new URL('../screenshots/', import.meta.url));

/** A picture at the popup's width in both colour schemes, and one as wide as a tab. */
export async function picture(popup: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await popup.emulateMedia({ colorScheme });
    await popup.setViewportSize({ width: 360, height: 240 });
    const path = join(output, `${name}-${colorScheme}.png`);
    await popup.screenshot({ path, fullPage: true });
    if (process.env['SCREENSHOTS'] && name === 'popup-live')
      copyFileSync(path, join(shownInReadme, basename(path)));
  }
  await popup.setViewportSize({ width: 1000, height: 400 });
  await popup.screenshot({ path: join(output, `${name}-wide.png`) });
}

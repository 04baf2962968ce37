import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium } from '@playwright/test';
import { bundle } from '../support/bundle';
import { ensureChromium, quietFlags } from '../support/chromium.mjs';

const BUILD = fileURLToPath(new URL('../../.output/chrome-mv3', import.meta.url));
const SCRIPT = 'capture.js';

/** Makes a script's clock and timers run faster: so many of its seconds pass in one. */
const faster = (times: number): string => `{
  const later = globalThis.setTimeout;
  for (const clock of [Date, performance]) {
    const now = clock.now.bind(clock), start = now();
    clock.now = () => start + (now() - start) * ${times};
  }
  globalThis.setTimeout = (act, delay = 0, ...rest) => later(act, delay / ${times}, ...rest);
}\n`;

/** The built extension, with a clock that runs faster. */
export function oursIn(folder: string, times: number): void {
  cpSync(BUILD, folder, { recursive: true });
  if (times === 1) return;
  const script = join(folder, SCRIPT);
  writeFileSync(script, faster(times) + readFileSync(script, 'utf8'));
}

/** An extension that is nothing but a content script. */
export async function peerIn(folder: string, name: string): Promise<void> {
  const script = await bundle(fileURLToPath(new URL('peers.ts', import.meta.url)));
  const matches = ['https://chatgpt.com/*'];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'peer.js'), script);
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({
      manifest_version: 3,
      name,
      version: '1',
      content_scripts: [{ matches, run_at: 'document_end', js: ['peer.js'] }],
    }),
  );
}

export interface Launched {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** A browser with the extension that `fill` puts into a folder, or with none. */
export async function launchWith(fill?: (folder: string) => Promise<void> | void): Promise<Launched> {
  const home = mkdtempSync(join(tmpdir(), 'threadkeeper-bench-'));
  const folder = join(home, 'extension');
  await fill?.(folder);
  const context = await chromium.launchPersistentContext(join(home, 'profile'), {
    executablePath: ensureChromium(console.log),
    args: [
      ...quietFlags,
      ...(fill ? [`--disable-extensions-except=${folder}`, `--load-extension=${folder}`] : []),
    ],
  });
  return {
    context,
    async close() {
      await context.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

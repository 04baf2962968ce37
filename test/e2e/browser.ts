import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium, quietFlags } from '../support/chromium.mjs';

const BUILD = fileURLToPath(new URL('../../.output/chrome-mv3', import.meta.url));

/** A real browser with the built extension in it. */
export interface Extension {
  readonly context: BrowserContext;
  readonly id: string;
  readonly profile: string;
  /** Opens one of the extension's pages in a tab. */
  open(path: string): Promise<Page>;
  /** The popup as it shows for that tab. */
  popupFor(page: Page): Promise<Page>;
  stopWorker(): Promise<void>;
  /** Updates the extension under the open tabs, as the browser does. Needs a build of its own. */
  update(): Promise<void>;
  /** Ends the browser's process at once. */
  kill(): Promise<void>;
  /** Closes it and removes its profile. */
  close(): Promise<void>;
}

interface Options {
  readonly profile?: string;
  /** Has the user allowed the extension in private windows? */
  readonly inPrivate?: boolean;
  readonly headless?: boolean;
  /** Loads a copy of the build, changed by this, instead of the build itself. */
  readonly ownBuild?: (folder: string) => void;
}

export async function launch(options: Options = {}): Promise<Extension> {
  const profile = options.profile ?? mkdtempSync(join(tmpdir(), 'threadkeeper-'));
  const build = options.ownBuild ? join(profile, 'build') : BUILD;
  if (options.ownBuild) {
    cpSync(BUILD, build, { recursive: true });
    options.ownBuild(build);
  }
  if (options.inPrivate) allowInPrivate(profile);
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? 'chromium',
    headless: options.headless ?? true,
    viewport: options.headless === false ? null : { width: 1100, height: 760 },
    args: [
      ...quietFlags,
      '--enable-unsafe-extension-debugging', // lets `update` load it again
      `--disable-extensions-except=${build}`,
      `--load-extension=${build}`,
    ],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const id = new URL(worker.url()).host;

  const open = async (path: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`chrome-extension://${id}/${path}`);
    return page;
  };
  return {
    context,
    id,
    profile,
    open,
    async popupFor(page) {
      const popup = await open('popup.html');
      await page.bringToFront();
      const tab = await popup.evaluate(async () => (await chrome.tabs.query({ active: true }))[0]?.id);
      await popup.goto(`chrome-extension://${id}/popup.html?tab=${tab}`);
      return popup;
    },
    async stopWorker() {
      const page = await open('popup.html');
      const cdp = await context.newCDPSession(page);
      const stopped = new Promise<void>((resolve) =>
        cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
          if (versions.some((v) => v.scriptURL.includes(id) && v.runningStatus === 'stopped')) resolve();
        }),
      );
      await cdp.send('ServiceWorker.enable');
      await cdp.send('ServiceWorker.stopAllWorkers');
      await stopped;
      await page.close();
    },
    async update() {
      if (build === BUILD) throw new Error('An update would change the build of all tests.');
      const path = join(build, 'manifest.json');
      const manifest = JSON.parse(readFileSync(path, 'utf8'));
      writeFileSync(path, JSON.stringify({ ...manifest, version: `${manifest.version}.1` }));
      const cdp = await context.browser()?.newBrowserCDPSession();
      const started = context.waitForEvent('serviceworker');
      await cdp?.send('Extensions.loadUnpacked', { path: build });
      await started;
    },
    async kill() {
      const cdp = await context.browser()?.newBrowserCDPSession();
      const { processInfo } = (await cdp?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
      const pid = processInfo.find((each) => each.type === 'browser')?.id;
      const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
      if (pid === undefined) throw new Error('The browser process was not found.');
      process.kill(pid, 'SIGKILL');
      await closed;
    },
    async close() {
      await context.close().catch(() => undefined); // killed already
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Only a person can allow it in the browser's own page, so it is written into a profile that is new. */
function allowInPrivate(profile: string): void {
  // The id of an extension without a key: the hash of its path, in letters.
  const hash = createHash('sha256').update(BUILD).digest('hex').slice(0, 32);
  const id = [...hash].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
  mkdirSync(join(profile, 'Default'), { recursive: true });
  const preferences = { extensions: { settings: { [id]: { incognito: true } } } };
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
}

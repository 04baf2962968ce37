import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Extension } from './browser';

/** What a content script has standing in its page. */
export interface Alive {
  readonly observers: number;
  readonly timers: number;
  /** Names of events listened to in the page, sorted. */
  readonly listeners: readonly string[];
}

/** For `launch`: a build whose content script is counted. The script is the built one; the counting stands before it. */
export function counted(build: string): void {
  const path = join(build, 'capture.js');
  writeFileSync(path, `(${count})();${readFileSync(path, 'utf8')}`);
}

/** What is alive in each of the extension's worlds in a page, the oldest first: after an update there are two. */
export const alive = (page: Page, extension: Extension): Promise<Alive[]> =>
  inWorlds(page, extension, 'globalThis.alive()');

/** Makes the content script believe that its page is hidden, or shown again. */
export const hide = (page: Page, extension: Extension, hidden: boolean): Promise<unknown> =>
  inWorlds(
    page,
    extension,
    `Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} });
    document.dispatchEvent(new Event('visibilitychange')), undefined`,
  );

/** Runs code where the content script runs: inside the page, but in each of the extension's own worlds. */
async function inWorlds<T>(page: Page, extension: Extension, expression: string): Promise<T[]> {
  const cdp = await page.context().newCDPSession(page);
  const worlds: number[] = [];
  cdp.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.origin.includes(extension.id)) worlds.push(context.id);
  });
  await cdp.send('Runtime.enable'); // tells of those that are there before it answers
  const results: T[] = [];
  for (const contextId of worlds.sort((a, b) => a - b)) {
    const { result } = await cdp.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    results.push(result.value as T);
  }
  await cdp.detach();
  return results;
}

/** Stands before the content script in its own world, and knows from then on what it has begun and not ended. */
function count(): void {
  const world = globalThis as typeof globalThis & { alive?: () => Alive };
  if (world.alive) return;
  const timers = new Set<unknown>();
  const observers = new Set<MutationObserver>();
  let listeners: { target: EventTarget; type: string; listener: unknown }[] = [];

  const { setTimeout: start, clearTimeout: end, setInterval: repeat } = world;
  /** Waits of more than ten seconds are for pages at rest; a test has a twentieth of that time. */
  const timeout = (act: () => void, delay = 0) => {
    const id = start(
      () => {
        timers.delete(id);
        act();
      },
      delay > 10_000 ? delay / 20 : delay,
    );
    timers.add(id);
    return id;
  };
  const interval = (act: () => void, delay?: number) => {
    const id = repeat(act, delay);
    timers.add(id);
    return id;
  };
  const clear = (id?: number) => {
    timers.delete(id);
    end(id); // one list of timers serves both
  };
  Object.assign(world, {
    setTimeout: timeout,
    setInterval: interval,
    clearTimeout: clear,
    clearInterval: clear,
  });

  const { observe, disconnect } = MutationObserver.prototype;
  MutationObserver.prototype.observe = function (...given) {
    observers.add(this);
    observe.apply(this, given);
  };
  MutationObserver.prototype.disconnect = function () {
    observers.delete(this);
    disconnect.call(this);
  };

  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  const forget = (target: EventTarget, type: string, listener: unknown) => {
    listeners = listeners.filter(
      (each) => each.target !== target || each.type !== type || each.listener !== listener,
    );
  };
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const signal = typeof options === 'object' ? options.signal : undefined;
    if (!signal?.aborted && !(this instanceof AbortSignal)) {
      forget(this, type, listener);
      listeners.push({ target: this, type, listener });
      if (signal) add.call(signal, 'abort', () => forget(this, type, listener));
    }
    add.call(this, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    forget(this, type, listener);
    remove.call(this, type, listener, options);
  };

  world.alive = () => ({
    observers: observers.size,
    timers: timers.size,
    listeners: listeners.map(({ type }) => type).sort(),
  });
}

import { expect, test, vi } from 'vitest';
import { capture } from '../../src/capture/capture';
import type { Response } from '../../src/messages/protocol';
import type { Batch } from '../../src/model/turn';
import { sites } from '../../src/sites';
import type { Site } from '../../src/sites/site';
import html from '../sites/chatgpt/classic-articles/page.html?raw';

const chatgpt = sites.find(({ id }) => id === 'chatgpt') as Site;
const site: Site = { ...chatgpt, place: () => ({ kind: 'thread', key: 'x', provisional: false }) };

/** Captures this very page, with a worker that says what it is told to. */
function captured(answer: () => Response<'capture/hello'>, refuses: () => boolean) {
  document.body.innerHTML = new DOMParser().parseFromString(html, 'text/html').body.innerHTML;
  const controller = new AbortController();
  const kept: Batch[] = [];
  capture({
    page: document,
    site,
    life: { signal: controller.signal, isOver: () => controller.signal.aborted },
    hello: async () => ({ ok: true, value: answer() }),
    waited: async () => undefined,
    keep: async (batch) => {
      if (refuses()) return { ok: false, error: { code: 'paused', message: '' } };
      kept.push(batch);
      return { ok: true, value: {} };
    },
    examined: () => undefined,
  });
  return { kept, end: () => controller.abort() };
}

test('what was refused by a pause that was over before the tab heard of it is told again', async () => {
  let refused = 0;
  const { kept, end } = captured(
    () => ({ capture: 'on' }),
    () => refused++ === 0,
  );
  await vi.waitFor(() => expect(kept.flatMap(({ turns }) => turns).length).toBeGreaterThan(0));
  end();
});

test('a page that was put away while capture was resumed goes on when the user comes back to it', async () => {
  let paused = true;
  const { kept, end } = captured(
    () => (paused ? { capture: 'paused', pause: { scope: 'everywhere' } } : { capture: 'on' }),
    () => paused,
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  paused = false;
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await vi.waitFor(() => expect(kept.flatMap(({ turns }) => turns).length).toBeGreaterThan(0));
  end();
});

import type { Batch, Turn } from '../model/turn';
import type { Reading, Site } from '../sites/site';
import type { Bound } from './binding';
import { type Stillness, settle, toTurn } from './settle';

/** What was handed on last of a turn. */
interface Sent {
  readonly reading: Reading;
  readonly state: Turn['state'];
  readonly text: string;
}

interface Sighting {
  readonly bound: Bound;
  readonly url: URL;
  readonly readings: readonly Reading[];
  /** Does the address already lead elsewhere? Then the title may be another's too. */
  readonly moving: boolean;
  /** Does the page not fit what is known of its site? */
  readonly drift: boolean;
  readonly now: number;
}

interface Reporter {
  /** Hands on what is new since the last time. Returns whether an answer is still being written. */
  report(sighting: Sighting): boolean;
}

/** Reports one conversation; another one needs another reporter. */
export function reporter(page: Document, site: Site, found: (batch: Batch) => void): Reporter {
  const sent = new Map<string, Sent>();
  const stillness = new Map<string, Stillness>();
  let about: { url: string; title?: string | undefined } | undefined;
  let sentThread = '';
  let sentWindow: readonly string[] = [];

  const report = ({ bound, url, readings, moving, drift, now }: Sighting): boolean => {
    const keys: string[] = [];
    const turns: Turn[] = [];
    let unfinished = false;
    for (const [i, reading] of readings.entries()) {
      const last = sent.get(reading.key);
      // Most turns are long settled: a thread's length must not show in what a streamed word costs.
      if (last?.reading === reading && last.state === 'final') {
        keys.push(reading.key);
        continue;
      }
      const { state, still } = settle(reading, stillness.get(reading.key), i === readings.length - 1, now);
      stillness.set(reading.key, still);
      unfinished ||= state === 'streaming';
      const turn = toTurn(reading, state);
      if (!turn) continue;
      keys.push(turn.key);
      const text = JSON.stringify(turn);
      if (last?.text !== text) turns.push(turn);
      sent.set(turn.key, { reading, state, text });
    }

    if (!about || !moving)
      about = { url: url.origin + url.pathname, title: site.title(page)?.slice(0, 1_000) };
    const thread = {
      ...bound,
      formerKeys: [...bound.formerKeys],
      url: about.url,
      ...(about.title && { title: about.title }),
      ...(drift && { drift }),
    };
    const threadText = JSON.stringify(thread);
    if (turns.length === 0 && threadText === sentThread) return unfinished;
    const sameWindow = keys.length === sentWindow.length && keys.every((key, i) => key === sentWindow[i]);
    sentThread = threadText;
    sentWindow = keys;
    found({ site: site.id, thread, turns, ...(!sameWindow && { window: keys }) });
    return unfinished;
  };
  return { report };
}

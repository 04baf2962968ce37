import { mountedTurns } from '../../src/capture/mounted';
import { watch } from '../../src/capture/watch';
import { chatgpt } from '../../src/sites/chatgpt';

/** Runs in a page: how long our code holds the main thread while an answer streams into a thread of `turns`. */

const TOKENS = 10_000;
const PER_TICK = 20;

let spent = 0;
const timed =
  <A extends unknown[]>(act: (...args: A) => void) =>
  (...args: A): void => {
    const start = performance.now();
    act(...args);
    spent += performance.now() - start;
  };

/** Every callback of our code goes through one of these two. */
function meter(): void {
  const { MutationObserver: Observer, setTimeout: later } = window;
  window.MutationObserver = class extends Observer {
    constructor(callback: MutationCallback) {
      super(timed(callback));
    }
  };
  window.setTimeout = ((act: () => void, delay?: number) => later(timed(act), delay)) as typeof setTimeout;
}
const pause = window.setTimeout.bind(window);

function build(turns: number): Text {
  const paragraph = 'A sentence of a usual length, with some words in it. '.repeat(6);
  const section = (n: number) => {
    const role = n % 2 === 1 ? 'user' : 'assistant';
    const body =
      role === 'user'
        ? `<div class="whitespace-pre-wrap">${paragraph}</div>`
        : `<div class="markdown">${`<p>${paragraph}</p>`.repeat(4)}<pre><code class="language-js">${'const x = 1;\n'.repeat(10)}</code></pre></div>`;
    return `<section data-testid="conversation-turn-${n}" data-turn="${role}"><div data-message-author-role="${role}" data-message-id="m${n}">${body}</div></section>`;
  };
  document.body.innerHTML = `<main id="main">${Array.from({ length: turns }, (_, i) => section(i + 1)).join('')}</main>`;
  const text = document.createTextNode('');
  const answer = document.querySelector(`[data-message-id="m${turns}"] .markdown`);
  const last = document.createElement('p');
  last.append(text);
  answer?.append(last);
  return text;
}

async function stream(into: Text): Promise<void> {
  for (let token = 0; token < TOKENS; token += PER_TICK) {
    for (let i = 0; i < PER_TICK; i++) into.appendData('word ');
    await new Promise((resolve) => pause(resolve, 4));
  }
  await new Promise((resolve) => pause(resolve, 700));
}

const [dialect] = chatgpt.dialects.filter((each) => each.id === 'classic');
const fullRead = (): void => void (dialect && mountedTurns(dialect).read(document));

const ways: Record<string, (signal: AbortSignal) => void> = {
  ours: (signal) =>
    void watch({
      page: document,
      site: chatgpt,
      signal,
      run: (act) => act(),
      found: () => undefined,
      moved: () => undefined,
      examined: () => undefined,
    }),
  'whole re-read, debounced': (signal) => {
    let planned = false;
    const observer = new MutationObserver(() => {
      if (planned) return;
      planned = true;
      window.setTimeout(() => {
        planned = false;
        fullRead();
      }, 300);
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    signal.addEventListener('abort', () => observer.disconnect());
  },
};

async function measure(way: string, turns: number): Promise<number> {
  const text = build(turns);
  const end = new AbortController();
  ways[way]?.(end.signal);
  await new Promise((resolve) => pause(resolve, 1_500));
  spent = 0;
  await stream(text);
  end.abort();
  return (spent / TOKENS) * 1_000;
}

meter();
Object.assign(window, { measure, ways: Object.keys(ways) });

/** Runs in a page: a long conversation, as ChatGPT shows it, into which an answer streams. */

const WORDS =
  'the tide turns at noon and most boats wait for it, so we may as well cook: rye, salt, a little oil, then rest '.split(
    ' ',
  );
const word = (n: number): string => `${WORDS[(n * 7 + Math.floor(n / 19)) % WORDS.length]} `;
const words = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => word(from + i)).join('');

type Layout = 'classic' | 'app-shell';

/** A prompt or an answer of about 300 tokens: paragraphs, a list, some code. */
function body(n: number): string {
  if (n % 2 === 1) return words(n, 40);
  const paragraph = (i: number) => `<p>${words(n + i, 50)}<strong>${words(i, 3)}</strong>${words(n, 10)}</p>`;
  const list = `<ul>${[1, 2, 3].map((i) => `<li>${words(n + i, 12)}</li>`).join('')}</ul>`;
  const code = `<div data-markdown-copy="code-block"><pre><code class="language-js">${'const x = 1;\n'.repeat(8)}</code></pre></div>`;
  return `${paragraph(0)}${paragraph(1)}${list}${code}${paragraph(2)}`;
}

const turn: Record<Layout, (n: number, bar: string) => string> = {
  classic: (n, bar) => {
    const role = n % 2 === 1 ? 'user' : 'assistant';
    const inner =
      role === 'user'
        ? `<div class="user-message-bubble-color"><div class="whitespace-pre-wrap">${body(n)}</div></div>`
        : `<div class="markdown prose">${body(n)}</div>`;
    return `<div data-turn-id-container="t${n}"><section data-testid="conversation-turn-${n}" data-turn="${role}" data-turn-id="t${n}"><h4 class="sr-only">said:</h4><div class="text-base"><div><div data-message-author-role="${role}" data-message-id="m${n}">${inner}</div></div>${bar}</div></section></div>`;
  },
  'app-shell': (n, bar) => {
    const unit = (role: string, inner: string) =>
      `<div data-chatgpt-search-unit-key="u${n}:${role}" data-chatgpt-search-message-ids="m${n}">${inner}</div>`;
    if (n % 2 === 1)
      return `<div data-turn-key="m${n}"><div data-content-search-turn-key="fallback-turn-${n}"><div data-talvt-turn-state="complete"><h4 class="sr-only">You said:</h4>${unit('user', `<div data-user-message-bubble="true"><div class="whitespace-pre-wrap">${body(n)}</div></div>`)}<div class="turn-action-controls"></div>`;
    return `${unit('assistant', `<div data-markdown-text-style="assistant-message">${body(n)}</div>`)}${bar}</div></div></div>`;
  },
};
const finished: Record<Layout, string> = {
  classic: '<div role="group"><button data-testid="copy-turn-action-button">Copy</button></div>',
  'app-shell': '<div class="turn-action-controls"><button>Copy</button></div>',
};
const frame: Record<Layout, (turns: string) => string> = {
  classic: (turns) => `<main id="main"><div id="thread">${turns}</div></main>`,
  'app-shell': (turns) =>
    `<main data-app-shell-main-surface="true"><div data-app-shell-active-page="true"><div data-app-action-timeline-scroll="true"><div data-thread-find-target="conversation">${turns}</div></div></div></main>`,
};

let shown: Layout;
let answer: Element;
let end: Text;
let at = 0;

/** All of it stands there finished; then the last answer goes on. */
function build(layout: Layout, turns: number): void {
  shown = layout;
  const all = Array.from({ length: turns }, (_, i) => turn[layout](i + 1, finished[layout]));
  // Off screen nothing is laid out: what the page itself costs is not the question.
  const style = 'section, [data-turn-key] { content-visibility: auto; contain-intrinsic-size: auto 400px }';
  document.body.innerHTML = `<style>${style}</style>${frame[layout](all.join(''))}`;
  answer = [...document.querySelectorAll('.markdown, [data-markdown-text-style]')].at(-1) as Element;
  at = 0;
  end = next();
}

/** The block that the answer goes on with: a paragraph mostly, then a list or some code. */
function next(): Text {
  const text = document.createTextNode('');
  const make = (tag: string, parent: Element): Element => parent.appendChild(document.createElement(tag));
  const kind = (at / 80) % 8;
  if (kind === 3) make('li', make('ul', answer)).append(text);
  else if (kind === 6) {
    const frame = make('div', answer);
    frame.setAttribute('data-markdown-copy', 'code-block');
    make('code', make('pre', frame)).append(text);
  } else make('p', answer).append(text);
  return text;
}

/** Adds words as a site does that lets a text grow, or as one that puts each into an element of its own. */
function say(text: string, nodes: boolean): void {
  const span = document.createElement('span');
  span.append(text);
  if (nodes) end.before(span);
  else end.appendData(text);
}

/** What shows below an answer that is finished, and only then. */
const bar = (): Element | null | undefined =>
  shown === 'classic'
    ? answer.closest('.text-base')?.lastElementChild
    : answer.parentElement?.nextElementSibling;

/** Writes one token; now and then a bold word, a new line of code, a new block. */
function write(nodes = false): void {
  if (at > 0 && at % 80 === 0) end = next();
  const code = end.parentElement?.tagName === 'CODE';
  const item = end.parentElement?.tagName === 'LI';
  if (code) say(at % 9 === 0 ? '\n' : word(at), nodes);
  else if (item && at % 20 === 0) {
    const li = document.createElement('li');
    end.parentElement?.after(li);
    end = document.createTextNode(word(at));
    li.append(end);
  } else if (at % 40 === 20) {
    const bold = document.createElement('strong');
    bold.append(word(at).trim());
    const rest = document.createTextNode(' ');
    end.parentElement?.append(bold, rest);
    end = rest;
  } else say(word(at), nodes);
  at++;
}

/** What is there before the measuring begins. */
function prepare(tokens: number): void {
  for (let i = 0; i < tokens; i++) write();
}

/** Without promises: then whatever runs as one while the answer streams is not the page's. */
function stream(tokens: number, every: number, perUpdate: number, nodes: boolean, done: () => void): void {
  const last = at + tokens;
  const shownAtEnd = bar();
  const place = shownAtEnd?.parentElement;
  shownAtEnd?.remove();
  const update = (): void => {
    for (let i = 0; i < perUpdate && at < last; i++) write(nodes);
    if (at < last) setTimeout(update, every);
    else {
      if (shownAtEnd) place?.append(shownAtEnd);
      done();
    }
  };
  update();
}

Object.assign(window, {
  thread: {
    build,
    prepare,
    stream: (tokens: number, every: number, perUpdate: number, nodes: boolean) =>
      new Promise<void>((resolve) => stream(tokens, every, perUpdate, nodes, resolve)),
  },
});

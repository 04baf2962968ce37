import { expect, test } from 'vitest';
import { pageReader } from '../../src/capture/page-reader';
import { sites } from '../../src/sites';
import { chatgpt } from '../../src/sites/chatgpt';
import { claude } from '../../src/sites/claude';
import { genericDialect } from '../../src/sites/health/generic';
import { skeletonOf } from '../../src/sites/health/skeleton';

const parse = (body: string): Document =>
  new DOMParser().parseFromString(`<body>${body}</body>`, 'text/html');
const LONG = 'Some words that fill a line, so that there is something to miss. '.repeat(4);

const ID = '0b5e1a52-7a05-4d0e-8a3c-2f6c7d1e9b10';
const OTHER = '0b5e1a52-7a05-4d0e-8a3c-2f6c7d1e9b11';

function read(page: Document, site = chatgpt) {
  const reader = pageReader(page, site);
  reader.detect();
  const first = reader.check();
  if (first.reread) reader.check();
  return {
    ...first,
    dialect: reader.dialect()?.id,
    said: reader.read().readings.map((t) => `${t.role}: ${t.markdown}`),
  };
}

const section = (n: number, role: string, inside: string): string =>
  `<section data-testid="conversation-turn-${n}" data-turn="${role}"><div data-message-author-role="${role}" data-message-id="id-${n}-0000">${inside}</div></section>`;

test('a page that is read whole is fine', () => {
  const page = parse(`<main>${section(1, 'user', LONG)}${section(2, 'assistant', `<p>${LONG}</p>`)}</main>`);
  expect(read(page)).toMatchObject({ coverage: 1, dialect: 'classic' });
  expect(read(page).drift).toBeUndefined();
});

test('words outside every turn are noticed', () => {
  const page = parse(`<main>${section(1, 'user', LONG)}<article class="x">${LONG}</article></main>`);
  expect(read(page).drift).toBe('text');
});

test('words of one turn that were not read are noticed, however long the thread is', () => {
  const turns = Array.from({ length: 60 }, (_, i) => section(i + 1, i % 2 ? 'assistant' : 'user', LONG));
  const odd = `<section data-testid="conversation-turn-61" data-turn="user"><div class="new">A prompt in another form, of some length</div></section>`;
  const { drift, coverage } = read(parse(`<main>${turns.join('')}${odd}</main>`));
  expect(coverage).toBeGreaterThan(0.97);
  expect(drift).toBe('text');
});

test('turns that lost their ids are noticed', () => {
  const turns = [1, 2, 3, 4].map((n) => section(n, n % 2 ? 'user' : 'assistant', LONG)).join('');
  expect(read(parse(`<main>${turns}</main>`)).drift).toBeUndefined();
  expect(read(parse(`<main>${turns.replace(/data-message-id/g, 'data-mid')}</main>`)).drift).toBe('ids');
});

test('a turn that shows only something unknown is noticed', () => {
  const film = `<section data-testid="conversation-turn-2" data-turn="assistant"><video src="x"></video></section>`;
  expect(read(parse(`<main>${section(1, 'user', LONG)}${film}</main>`)).drift).toBe('empty');
});

test('composers, headers, clocks and disclaimers are not missed', () => {
  const page = parse(
    `<main><header>${LONG}</header>${section(1, 'user', LONG)}<form>${LONG}</form><div id="thread-bottom-container">${LONG}</div><time>${LONG}</time></main>`,
  );
  expect(read(page).drift).toBeUndefined();
});

test.each([
  ['an attribute', (role: string) => `data-speaker="${role === 'user' ? 'human' : 'model'}"`],
  ['a class', (role: string) => `class="x9 ${role}-message"`],
  ['a test id', (role: string) => `data-testid="${role === 'user' ? 'user-turn' : 'bot-turn'}"`],
])('the generic reader finds roles by %s', (_, mark) => {
  const turn = (role: string, text: string) => `<div><div ${mark(role)}><p>${text}</p></div></div>`;
  const page = parse(
    `<nav>${LONG}</nav><main>${turn('user', `One? ${LONG}`)}${turn('assistant', `Two. ${LONG}`)}${turn('user', 'yes')}</main>`,
  );
  expect(read(page)).toMatchObject({
    dialect: 'generic',
    drift: 'unread',
    said: [`user: One? ${LONG.trim()}`, `assistant: Two. ${LONG.trim()}`, 'user: yes'],
  });
});

test('the generic reader takes the ids it finds', () => {
  const turn = (role: string, id: string) => `<div data-who="${role}" data-mid="${id}"><p>${LONG}</p></div>`;
  const page = parse(`<main>${turn('user', ID)}${turn('assistant', OTHER)}</main>`);
  const dialect = genericDialect(page);
  const turns = dialect
    ? [...page.querySelectorAll(dialect.turn)].map((each) => dialect.read(each, undefined))
    : [];
  expect(turns.map((each) => each?.key)).toEqual([ID, OTHER]);
});

test('without any mark, rows that look alike take turns, the plainer ones being prompts', () => {
  const rows = [0, 1, 2, 3].map((n) =>
    n % 2 === 0
      ? `<div class="r">Plain ${n} ${LONG}</div>`
      : `<div class="r"><p>Rich ${n}</p><ul><li>${LONG}</li></ul></div>`,
  );
  const { said } = read(parse(`<main><div><div>${rows.join('')}</div></div></main>`));
  expect(said.map((each) => each.split(' ').slice(0, 2).join(' '))).toEqual([
    'user: Plain',
    'assistant: Rich',
    'user: Plain',
    'assistant: Rich',
  ]);
});

test.each([
  [
    'a document',
    `<main><article><h1>Tide tables</h1><p>${LONG}</p><h2>More</h2><p>${LONG}</p></article></main>`,
  ],
  ['a document of divs', `<main><p>${LONG}</p><p>${LONG}</p><p>${LONG}</p></main>`],
  ['an open artifact alone', `<main><div id="markdown-artifact"><h1>T</h1><p>${LONG}</p></div></main>`],
  ['an error', '<main><p>This conversation was not found.</p></main>'],
  ['nothing', ''],
])('%s is no conversation', (_, body) => {
  for (const site of sites) expect(read(parse(body), site).said).toEqual([]);
});

test('the generic reader never renames a turn that is kept under another key', () => {
  const known = section(1, 'user', LONG).replace(
    '<div data-message-author-role',
    '<div data-x-id="zzzz-0001" data-message-author-role',
  );
  const page = parse(
    `<main>${known}<div data-message-author-role="assistant" data-x-id="zzzz-0002">${LONG}</div></main>`,
  );
  expect(read(page)).toMatchObject({ dialect: 'classic', drift: 'text', said: [`user: ${LONG.trim()}`] });
});

test('a report shows the structure and not a word of the text', () => {
  const page = parse(
    `<main class="shell Quittenmus"><div data-message-author-role="user" data-testid="Quittenmus.pdf" aria-label="Quittenmus kochen" data-quitte="quitten-12"><p title="Heimlich">Quittenmus kochen wir heimlich</p><a href="https://heimlich.example/quitten">dort</a></div></main>`,
  );
  page.title = 'Heimlich';
  const report = skeletonOf(page, chatgpt);
  expect(report).toContain('<main class="shell …">');
  expect(report).toContain('data-message-author-role="user"');
  expect(report.toLowerCase()).not.toMatch(/quittenmus|heimlich|kochen|dort/);
});

test('a sidebar is no conversation while the thread is still loading', () => {
  const item = (n: number) =>
    `<div class="row"><a href="/chat/${n}">A chat about something or other, number ${n}</a><div></div></div>`;
  const items = Array.from({ length: 12 }, (_, n) => item(n)).join('');
  for (const tag of ['nav', 'bard-sidenav', 'div']) {
    const page = parse(
      `<main><${tag}><div class="list">${items}</div></${tag}><div class="loading"></div></main>`,
    );
    for (const site of sites) expect(read(page, site).said).toEqual([]);
  }
});

test('what is being typed is neither missed nor kept', () => {
  const row = (who: string, id: string, inside: string) =>
    `<div data-testid="transcript-row" data-perf-row="${who}"><div data-cds="${who === 'human' ? 'UserMessage' : 'AssistantMessage'}" data-turn-key="${id}">${inside}</div></div>`;
  const hub = (prompt: string) =>
    `<div data-testid="bardhub-claudechat-root"><div role="feed">${row('human', ID, prompt)}${row('assistant', OTHER, `<div data-perf-reply-text><p>${LONG}</p></div>`)}</div></div>`;
  const edited = read(parse(hub(`<div contenteditable="true">${LONG} and more</div>`)), claude);
  expect(edited).toMatchObject({ dialect: 'hub', said: ['user: ', `assistant: ${LONG.trim()}`] });
  expect(edited.drift).toBeUndefined();
});

test('the two readers do not take turns', () => {
  const lost = (n: number, role: string) => section(n, role, LONG).replace(/data-testid="[^"]*" /, '');
  const page = parse(
    `<main>${section(1, 'user', LONG)}${section(2, 'assistant', LONG)}${lost(3, 'user')}${lost(4, 'assistant')}</main>`,
  );
  const reader = pageReader(page, chatgpt);
  reader.detect();
  const swaps = [0, 1, 2, 3, 4, 5].map(() => reader.check().reread);
  expect(swaps.slice(1)).toEqual([false, false, false, false, false]);
});

test('marks inside marks are one turn, spacers none, and ids of the day no keys', () => {
  const turn = (role: string, text: string, n: number) =>
    `<div data-testid="${role}-message-row"><div data-testid="${role}-message"><p>${text}</p></div><button id="radix-:r${n}:">x</button></div>`;
  const turns = (n: number) =>
    read(parse(`<main><div></div>${turn('user', 'What is rye?', n)}${turn('assistant', LONG, n + 1)}</main>`))
      .said;
  expect(turns(100)).toEqual(['user: What is rye?', `assistant: ${LONG.trim()}`]);
  const page = parse(`<main>${turn('user', 'What is rye?', 1)}${turn('assistant', LONG, 2)}</main>`);
  const dialect = genericDialect(page);
  expect(
    dialect &&
      [...page.querySelectorAll(dialect.turn)].flatMap((each) => dialect.read(each, undefined)?.key ?? []),
  ).toEqual(['~/user/0', '~/assistant/0']);
});

test('a report tells of an attribute that it is there, not what it says', () => {
  const page = parse(
    '<main><div data-url="https://clinic.example/results" data-tooltip="call Marta" data-v:id="Johnson"><p>Hi</p></div></main>',
  );
  const report = skeletonOf(page, chatgpt);
  expect(report).toContain('data-url=…');
  expect(report).not.toMatch(/clinic|Marta|Johnson/);
});

test('a picture for an answer, and a short exchange, are ordinary', () => {
  const picture = `<section data-testid="conversation-turn-2" data-turn="assistant"><div class="group/imagegen-image"><img alt="A loaf" src="https://example.org/l.png"></div></section>`;
  expect(
    read(parse(`<main>${section(1, 'user', 'Draw a loaf of rye bread, please')}${picture}</main>`)).drift,
  ).toBeUndefined();
  const short = parse(
    `<main>${section(1, 'user', 'hi')}${section(2, 'assistant', '<p>Hello! How can I help?</p>')}<b>Beta</b></main>`,
  );
  expect(read(short).drift).toBeUndefined();
});

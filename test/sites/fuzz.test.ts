import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import { pageReader } from '../../src/capture/page-reader';
import { z } from '../../src/model/schema';
import { batchSchema } from '../../src/model/turn';
import { siteFor } from '../../src/sites';
import { reportOn } from '../../src/sites/health/report';
import type { Reading, Site } from '../../src/sites/site';
import { random } from '../support/random';

/** Damaged and hostile pages: reading one never throws, never hangs, never runs anything, and invents no address. */
const pages = import.meta.glob<string>('./*/*/page.html', { query: '?raw', import: 'default', eager: true });
const cases = Object.entries(pages).map(([path, html]) => ({
  name: path.split('/').slice(1, 3).join('/'),
  html,
}));

const EVIL = [
  'javascript:window.hacked=1',
  ' JaVa\tScRiPt:window.hacked=1',
  'java\nscript:window.hacked=1',
  'data:text/html,<script>window.hacked=1</script>',
  'vbscript:msgbox(1)',
  '//evil.example/x',
  '__proto__',
  'constructor',
  '\0',
  '\ud800',
  '\u202e\u2066reversed',
  '"><img src=x onerror=window.hacked=1>',
  '[x](javascript:window.hacked=1)',
];
const NAMES = [
  'href',
  'src',
  'alt',
  'title',
  'data-math',
  'data-message-id',
  'data-turn-key',
  'id',
  'class',
  'onclick',
  'onerror',
];
const CLOBBER = [
  'childNodes',
  'firstChild',
  'firstElementChild',
  'attributes',
  'matches',
  'tagName',
  'textContent',
  'querySelectorAll',
  'closest',
  'children',
];

type Mutation = (page: Document, pick: (below: number) => number) => void;
const elementIn = (page: Document, pick: (below: number) => number): Element => {
  const all = page.body.querySelectorAll('*');
  return all[pick(all.length)] ?? page.body;
};
const deep = (page: Document, tag: string, levels: number, inside: string): Element => {
  const root = page.createElement(tag);
  let inner: Element = root;
  for (let i = 1; i < levels; i++) inner = inner.appendChild(page.createElement(tag));
  inner.textContent = inside;
  return root;
};

const mutations: Record<string, Mutation> = {
  remove: (page, pick) => elementIn(page, pick).remove(),
  empty: (page, pick) => elementIn(page, pick).replaceChildren(),
  swap: (page, pick) => {
    const [a, b] = [elementIn(page, pick), elementIn(page, pick)];
    if (!a.contains(b) && !b.contains(a)) a.before(b);
  },
  copy: (page, pick) => elementIn(page, pick).after(elementIn(page, pick).cloneNode(true)),
  rename: (page, pick) => {
    const element = elementIn(page, pick);
    const name = element.getAttributeNames()[pick(3)];
    if (name) element.removeAttribute(name);
  },
  poison: (page, pick) =>
    elementIn(page, pick).setAttribute(NAMES[pick(NAMES.length)] ?? 'id', EVIL[pick(EVIL.length)] ?? ''),
  link: (page, pick) => {
    const link = page.createElement('a');
    link.setAttribute('href', EVIL[pick(EVIL.length)] ?? '');
    link.textContent = EVIL[pick(EVIL.length)] ?? '';
    elementIn(page, pick).append(link);
  },
  picture: (page, pick) => {
    const image = page.createElement('img');
    image.setAttribute('src', EVIL[pick(EVIL.length)] ?? '');
    image.setAttribute('alt', EVIL[pick(EVIL.length)] ?? '');
    elementIn(page, pick).append(image);
  },
  script: (page, pick) => {
    const script = page.createElement('script');
    script.textContent = 'window.hacked = 1';
    elementIn(page, pick).append(script);
  },
  form: (page, pick) => {
    const form = page.createElement('form');
    const input = page.createElement('input');
    input.setAttribute('name', CLOBBER[pick(CLOBBER.length)] ?? '');
    form.append('words in a form', input);
    elementIn(page, pick).append(form);
  },
  text: (page, pick) => elementIn(page, pick).append(EVIL[pick(EVIL.length)] ?? ''),
};

function read(page: Document, site: Site): readonly Reading[] {
  const reader = pageReader(page, site);
  reader.detect();
  const before = page.documentElement.outerHTML.length;
  reader.check();
  const dialect = reader.dialect();
  // Not through the reader, which keeps to itself what a dialect throws.
  for (const turn of dialect?.scope(page)?.querySelectorAll(dialect.turn) ?? [])
    if (!(turn instanceof HTMLFormElement)) dialect?.read(turn, undefined);
  reportOn(page, site);
  expect(page.documentElement.outerHTML.length).toBe(before);
  return reader.read().readings;
}

/** What a renderer that trusts everything makes links and pictures of. */
function targetsIn(markdown: string): string[] {
  const html = micromark(markdown, {
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  const page = new DOMParser().parseFromString(html, 'text/html');
  return [...page.querySelectorAll('[href], [src]')].map(
    (element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '',
  );
}

/** What the worker would accept, and what a renderer could follow. */
function expectHarmless(turns: readonly Reading[]): void {
  const thread = { key: 'k', provisional: false, formerKeys: [], url: 'u' };
  const sent = turns.map(({ patience: _, ...turn }) => ({ ...turn, state: 'final' as const }));
  expect(
    z.safeParse(batchSchema, { site: 's', thread, windows: [], turns: sent }).error?.issues[0],
  ).toBeUndefined();
  for (const { markdown, blocks, role } of turns) {
    const urls = blocks.flatMap((block) => ('url' in block ? (block.url ?? '') : []));
    for (const url of urls) expect(url).toMatch(/^(?:https?:|mailto:|tel:|$)/);
    // A prompt is kept as it was typed, links and all; whoever renders it must take care.
    if (role !== 'user')
      for (const target of targetsIn(markdown)) expect(target).toMatch(/^(?:https?:|mailto:|tel:|$)/);
  }
  expect('hacked' in window).toBe(false);
}

describe.each(cases)('$name', ({ html }) => {
  const site = siteFor(new URL(/^<!-- (\S+) -->/.exec(html)?.[1] ?? '')) as Site;

  test('any damage is read without harm', () => {
    for (let seed = 1; seed <= 25; seed++) {
      const pick = random(seed);
      const page = new DOMParser().parseFromString(html, 'text/html');
      const names = Object.keys(mutations);
      for (let step = 0; step < 8; step++) mutations[names[pick(names.length)] ?? 'remove']?.(page, pick);
      expectHarmless(read(page, site));
    }
  });
});

describe('pages of any size', () => {
  const turnOf = (page: Document): Element | undefined =>
    page.querySelector('.markdown.prose, [data-message-author-role="assistant"]') ?? undefined;
  const setUp = () => {
    const html = pages['./chatgpt/classic-sections/page.html'] ?? '';
    const page = new DOMParser().parseFromString(html, 'text/html');
    const answer = turnOf(page);
    if (!answer) throw new Error('The fixture has no answer.');
    return { page, answer, site: siteFor(new URL('https://chatgpt.com/c/1')) as Site };
  };
  const saying = (turns: readonly Reading[], words: string) =>
    turns.some(({ markdown }) => markdown.includes(words));

  test.each(['div', 'span', 'b', 'ul', 'blockquote', 'x-part'])(
    '%s in itself 20,000 times over keeps its words',
    (tag) => {
      const { page, answer, site } = setUp();
      answer.append(deep(page, tag, 20_000, 'the words at the bottom'));
      expect(saying(read(page, site), 'the words at the bottom')).toBe(true);
    },
  );

  test('code 20,000 elements deep keeps its text', () => {
    const { page, answer, site } = setUp();
    const pre = page.createElement('pre');
    pre.append(page.createElement('code'));
    pre.firstElementChild?.append(
      deep(page, 'span', 20_000, 'let it = be;'),
      page.createElement('br'),
      'done',
    );
    answer.append(pre);
    expect(saying(read(page, site), 'let it = be;\ndone')).toBe(true);
  });

  test('a megabyte in one text, and 20,000 paragraphs, words and links beside each other', () => {
    const { page, answer, site } = setUp();
    const many = (tag: string) =>
      Array.from({ length: 20_000 }, () =>
        Object.assign(page.createElement(tag), { textContent: 'one * two_ ' }),
      );
    answer.append(
      'word '.repeat(200_000),
      '*'.repeat(50_000),
      '['.repeat(50_000),
      ' '.repeat(200_000),
      '`'.repeat(50_000),
    );
    answer.append(...many('p'), ...many('b'), ...many('a'));
    const turns = read(page, site);
    expect(turns.some(({ markdown }) => markdown.length > 1_500_000)).toBe(true);
  });

  test('a table of 20,000 cells', () => {
    const { page, answer, site } = setUp();
    const row = `<tr>${'<td>a|b</td>'.repeat(20)}</tr>`;
    answer.insertAdjacentHTML('beforeend', `<table>${row.repeat(1_000)}</table>`);
    expect(saying(read(page, site), 'a\\|b | a\\|b')).toBe(true);
  });
});

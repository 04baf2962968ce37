import { expect, test } from 'vitest';
import { type Mounted, mountedTurns } from '../../src/capture/mounted';
import { toMarkdown } from '../../src/model/markdown';
import { siteFor } from '../../src/sites';
import { readTurn, rulesOf } from '../../src/sites/markdown';
import type { Dialect } from '../../src/sites/site';
import { random } from '../support/random';

/**
 * However a page is changed, what is read of it step by step, each step only what it changed, is what one reads who comes
 * upon the page afterwards. The pages are those of the sites' tests.
 */
const pages = import.meta.glob<string>('../sites/*/*/page.html', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const SEEDS = 6;
const STEPS = 40;

type Pick = (below: number) => number;
const anyOf = <T>(list: ArrayLike<T>, pick: Pick): T | undefined => list[pick(list.length)];
const WORDS = ['word ', '* a', '`', '# ', '1. ', '\n', '[x](y)', '_', '  ', '|', 'https://a.example '];
const TAGS = [
  'p',
  'strong',
  'em',
  'code',
  'pre',
  'ul',
  'li',
  'blockquote',
  'span',
  'h2',
  'br',
  'td',
  'div',
  'a',
];

function textIn(root: Element, pick: Pick): Text | undefined {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return anyOf(texts, pick);
}

const elementIn = (root: Element, pick: Pick): Element => anyOf(root.querySelectorAll('*'), pick) ?? root;

/** What a page does while an answer is written, and what nobody would expect of one. Attributes are not touched. */
const edits: readonly ((turn: Element, pick: Pick) => void)[] = [
  (turn, pick) => textIn(turn, pick)?.appendData(anyOf(WORDS, pick) ?? ''),
  (turn, pick) => textIn(turn, pick)?.replaceData(0, 2, anyOf(WORDS, pick) ?? ''),
  (turn, pick) => textIn(turn, pick)?.splitText(0),
  (turn, pick) => elementIn(turn, pick).append(anyOf(WORDS, pick) ?? ''),
  (turn, pick) => {
    const made = document.createElement(anyOf(TAGS, pick) ?? 'p');
    made.append(anyOf(WORDS, pick) ?? '', 'said');
    elementIn(turn, pick).append(made);
  },
  (turn, pick) => {
    const link = document.createElement('a');
    link.href = 'https://b.example/';
    link.innerHTML = '<img alt=""> source';
    elementIn(turn, pick).append(link);
  },
  (turn, pick) => {
    const form = document.createElement('form');
    form.innerHTML = '<input name="parentNode"><input name="firstElementChild"><p>typed</p>';
    elementIn(turn, pick).append(form);
  },
  (turn, pick) => elementIn(turn, pick).before(elementIn(turn, pick).cloneNode(true)),
  (turn, pick) => elementIn(turn, pick).remove(),
  (turn, pick) => {
    const [moved, to] = [elementIn(turn, pick), elementIn(turn, pick)];
    if (!moved.contains(to)) to.append(moved);
  },
  (turn, pick) => {
    const [moved, to] = [elementIn(turn, pick), elementIn(turn, pick)];
    if (!moved.contains(to)) to.replaceWith(moved);
  },
];

/** What may be remembered. How a turn is known depends on what stood before it, and is tested elsewhere. */
const said = (mounted: Mounted): unknown[] =>
  mounted.read(document).readings.map(({ role, markdown, blocks }) => ({ role, markdown, blocks }));

function open(html: string): Dialect | undefined {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  document.body.replaceChildren(...body.childNodes);
  for (const { name, value } of body.attributes) document.body.setAttribute(name, value);
  const site = siteFor(new URL(/^<!-- (\S+) -->/.exec(html)?.[1] ?? ''));
  return site?.dialects.find((each) => each.fits(document));
}

for (const [path, html] of Object.entries(pages)) {
  test(`${path.split('/').slice(2, 4).join('/')}: a reading step by step is a reading from scratch`, () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const dialect = open(html);
      if (!dialect) return; // an empty page
      const pick = random(seed);
      const mounted = mountedTurns(dialect);
      const observer = new MutationObserver(() => undefined);
      observer.observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributeFilter: [...dialect.attributes],
      });
      mounted.read(document);
      for (let step = 0; step < STEPS; step++) {
        const turns = dialect.scope(document)?.querySelectorAll(dialect.turn) ?? [];
        // The newest is the one that grows.
        const turn = pick(3) > 0 ? turns[turns.length - 1] : anyOf(turns, pick);
        if (!turn || turn instanceof HTMLFormElement) break;
        for (let n = pick(3); n >= 0; n--) anyOf(edits, pick)?.(turn, pick);
        mounted.note(observer.takeRecords());
        if (pick(5) === 0) mounted.lookAtNewest();
        expect(said(mounted), `seed ${seed}, step ${step}`).toEqual(said(mountedTurns(dialect)));
      }
      observer.disconnect();
    }
  });
}

test('a paragraph that is moved is read as it stands now', () => {
  const rules = rulesOf({ text: '.said', verbatim: '.typed p', code: 'pre' });
  const dialect: Dialect = {
    id: 'test',
    selectors: {},
    ids: true,
    fits: () => true,
    scope: () => document.body,
    turn: '[t]',
    attributes: [],
    read: (turn, _, known) => {
      const blocks = readTurn(turn, rules, known);
      return { key: 'a', formerKeys: [], role: 'user', markdown: toMarkdown(blocks), blocks, patience: 0 };
    },
  };
  document.body.innerHTML =
    '<div t><div class="said"><div class="typed"><p>a  *b*</p></div><p>end</p></div></div>';
  const mounted = mountedTurns(dialect);
  const observer = new MutationObserver(() => undefined);
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  const reads = () => {
    mounted.note(observer.takeRecords());
    return mounted.read(document).readings.map(({ markdown }) => markdown);
  };
  reads();
  document.querySelector('.said')?.append('!');
  expect(reads()).toEqual(['a  *b*\n\nend\n\n!']);
  document.querySelector('.said')?.append(document.querySelector('p') ?? '');
  expect(reads()).toEqual(['end\n\n!\n\na \\*b\\*']);
  observer.disconnect();
});

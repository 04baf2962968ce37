import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import { toMarkdown } from '../../src/model/markdown';
import { readBlocks, rulesOf } from '../../src/sites/markdown';

const RULES = rulesOf({
  text: 'main',
  skip: '.chrome',
  code: 'pre, .code-block',
  inlineCode: '.inline-code',
});

function element(html: string): Element {
  const page = new DOMParser().parseFromString(
    `<base href="https://chatgpt.com/c/1"><main>${html}</main>`,
    'text/html',
  );
  return page.querySelector('main') as Element;
}
const markdown = (html: string): string => toMarkdown(readBlocks(element(html), RULES));

/** The page that an independent renderer makes of a text. */
const rendered = (text: string): Element =>
  element(micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true }));
/** Text of neighbouring blocks must not run together when words are counted. */
const parted = (part: Element): void => {
  part.prepend(' ');
  part.append(' ');
};
const words = (text: string): string[] => text.match(/\S+/g) ?? [];

/** Name, what the page shows, what is kept. Each is also rendered again and compared with the page, word for word. */
const cases: [string, string, string][] = [
  ['paragraphs', '<p>One\n two.</p><p>Three.</p>', 'One two.\n\nThree.'],
  ['headings', '<h1>Top</h1><h3>With <code>code</code></h3>', '# Top\n\n### With `code`'],
  ['bold and italic', '<p>a <strong>b</strong> <em>c</em> <b><i>d</i></b></p>', 'a **b** *c* ***d***'],
  ['spaces at the edges of bold', '<p>a<strong> b </strong>c</p>', 'a **b** c'],
  ['bold next to Chinese', '<p>他说<strong>你好</strong>然后走了</p>', '他说**你好**然后走了'],
  ['bold Chinese that ends in punctuation', '<p>请看<strong>“说明”</strong>部分</p>', '请看“**说明**”部分'],
  ['right to left and emoji', '<p dir="rtl">خبز <strong>جيد</strong> 🥖</p>', 'خبز **جيد** 🥖'],
  ['struck out', '<p>a <del>b</del></p>', 'a ~~b~~'],
  ['a rule', '<p>a</p><hr><p>b</p>', 'a\n\n---\n\nb'],
  ['a line break', '<p>a<br>b</p>', 'a\\\nb'],
  ['inline code', '<p>use <code>a_b*c</code></p>', 'use `a_b*c`'],
  ['inline code with a backtick', '<p><code>a`b</code></p>', '``a`b``'],
  ['inline code that is nothing but backticks', '<p><code>`</code></p>', '`` ` ``'],
  ['inline code of another kind', '<p><span class="inline-code">x</span></p>', '`x`'],
  ['a link', '<p><a href="https://example.org/a">text</a></p>', '[text](https://example.org/a)'],
  [
    'a link with parentheses',
    '<p><a href="https://example.org/a_(b)">t</a></p>',
    '[t](<https://example.org/a_(b)>)',
  ],
  [
    'a link whose text has brackets',
    '<p><a href="https://example.org/">a [b] c</a></p>',
    '[a \\[b\\] c](https://example.org/)',
  ],
  ['a relative link', '<p><a href="/x">t</a></p>', '[t](https://chatgpt.com/x)'],
  [
    'a link that would run something',
    '<p><a href="javascript:alert(1)">t</a> <a href=" data:text/html,x">u</a></p>',
    't u',
  ],
  ['a list', '<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
  ['a numbered list from five', '<ol start="5"><li>a</li><li>b</li></ol>', '5. a\n6. b'],
  [
    'lists three deep',
    '<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>d</li></ul>',
    '- a\n  - b\n    1. c\n- d',
  ],
  ['a list of paragraphs', '<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>', '- a\n\n  b\n\n- c'],
  ['a list item of one paragraph', '<ul><li><p>a</p></li><li><p>b</p></li></ul>', '- a\n- b'],
  [
    'code in a list item',
    '<ul><li>a<pre><code class="language-js">x();\n\n  y();</code></pre></li></ul>',
    '- a\n\n  ```js\n  x();\n\n    y();\n  ```',
  ],
  [
    'a task list',
    '<ul><li><input type="checkbox" checked> a</li><li><input type="checkbox"> b</li></ul>',
    '- [x] a\n- [ ] b',
  ],
  ['a quote with a list', '<blockquote><p>a</p><ul><li>b</li></ul></blockquote>', '> a\n>\n> - b'],
  [
    'code with a fence inside',
    '<pre><code class="language-md">```\nx\n```</code></pre>',
    '````md\n```\nx\n```\n````',
  ],
  [
    'code keeps indentation and blank lines',
    '<pre><code>\n  a\n\n\tb\n</code></pre>',
    '```\n\n  a\n\n\tb\n```',
  ],
  [
    'a table',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    'a pipe and code in cells',
    '<table><tr><th>a</th><th>b</th></tr><tr><td>x|y</td><td><code>p|q</code></td></tr></table>',
    '| a | b |\n| --- | --- |\n| x\\|y | `p\\|q` |',
  ],
  [
    'a line break in a cell',
    '<table><tr><th>a</th></tr><tr><td>x<br>y</td></tr></table>',
    '| a |\n| --- |\n| x<br>y |',
  ],
  [
    'a table with uneven rows',
    '<table><tr><th>a</th></tr><tr><td>1</td><td>2</td></tr></table>',
    '| a |  |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    'an image',
    '<p><img alt="A loaf" src="https://example.org/l.png"></p>',
    '![A loaf](https://example.org/l.png)',
  ],
  [
    'marks in prose',
    '<p>2*3*4, snake_case, _x_, a ~ b, ~c~, `d`, &lt;b&gt;, &amp;amp;, [e](f), [g]</p>',
    '2\\*3\\*4, snake_case, \\_x\\_, a ~ b, \\~c\\~, \\`d\\`, \\<b>, \\&amp;, \\[e](f), [g]',
  ],
  ['a link made of neighbours', '<p>[a]<i>(b)</i> <b>[c]</b>(d)</p>', '[a]*(b)* **[c]**(d)'],
  ['what looks like the target of a link', '<p>[a]: javascript:b</p>', '\\[a]: javascript:b'],
  [
    'a link whose words look like one',
    '<p><a href="https://example.org/">[x](javascript:y)</a></p>',
    '[\\[x\\](javascript:y)](https://example.org/)',
  ],
  ['dollars in prose', '<p>$5 or $6</p>', '\\$5 or \\$6'],
  [
    'marks at the start of a line',
    '<p># a</p><p>- b</p><p>1. c</p><p>&gt; d</p><p>+ e</p><p>===</p>',
    '\\# a\n\n\\- b\n\n1\\. c\n\n\\> d\n\n\\+ e\n\n\\===',
  ],
  ['a backslash', '<p>C:\\temp \\* \\[x\\]</p>', 'C:\\temp \\\\\\* \\\\[x\\\\]'],
  [
    'chrome',
    '<p>a<button>Copy</button><span class="sr-only">You said</span><svg><title>x</title></svg><span class="chrome">+2</span> b</p>',
    'a b',
  ],
  [
    'elements that HTML does not know',
    '<x-answer><x-part><p>a</p></x-part><x-part><p>b</p></x-part></x-answer>',
    'a\n\nb',
  ],
  ['words broken over elements', '<p><span>wo</span><span>rd </span><span> next</span></p>', 'word next'],
];

describe('what a page shows becomes Markdown that says the same', () => {
  test.each(cases)('%s', (_, html, expected) => {
    const text = markdown(html);
    expect(text).toBe(expected);
    const shown = element(html);
    for (const chrome of shown.querySelectorAll('button, .sr-only, svg, .chrome')) chrome.remove();
    for (const part of shown.querySelectorAll('p, li, td, th, br, h1, h3, pre')) parted(part);
    for (const br of shown.querySelectorAll('br')) br.replaceWith(' ');
    const again = rendered(text);
    for (const br of again.querySelectorAll('br')) br.replaceWith(' ');
    for (const part of again.querySelectorAll('p, li, td, th, h1, h3, pre')) parted(part);
    expect(words(again.textContent)).toEqual(words(shown.textContent));
  });
});

test('code comes back byte for byte', () => {
  const code = '  if (a && b < c) {\n\n\t`x` ``` ~~~\n}\n   # not a heading\n* not a list';
  const holder = document.createElement('code');
  holder.textContent = code;
  const again = rendered(markdown(`<pre>${holder.outerHTML}</pre>`)).querySelector('code');
  expect(again?.textContent).toBe(`${code}\n`);
});

describe('formulas are kept as they were written', () => {
  const katex = (tex: string) =>
    `<span class="katex"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">${tex}</annotation></semantics></math><span aria-hidden="true">drawn</span></span>`;
  test.each([
    ['KaTeX in a line', `<p>so ${katex('x^2')} it is</p>`, 'so $x^2$ it is'],
    [
      'KaTeX on its own',
      `<p>a</p><span class="katex-display">${katex('\\frac{a}{b}')}</span><p>b</p>`,
      'a\n\n$$\n\\frac{a}{b}\n$$\n\nb',
    ],
    ['data-math', '<p>so <span class="math-inline" data-math="a_1">drawn</span></p>', 'so $a_1$'],
    ['a data-math block', '<div class="math-block" data-math="\\sum">drawn</div>', '$$\n\\sum\n$$'],
    [
      'data-math-source',
      '<p><span role="math" data-math-source="y" aria-label="why">drawn</span></p>',
      '$y$',
    ],
    ['a label', '<p><span data-markdown-copy="math" aria-label="z">drawn</span></p>', '$z$'],
  ])('%s', (_, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });
});

test('a prompt is kept as it was typed', () => {
  const typed = '  # not a heading\n\n* star_case  <b>\t$5\n';
  const holder = document.createElement('div');
  holder.className = 'whitespace-pre-wrap';
  holder.textContent = typed;
  expect(markdown(holder.outerHTML)).toBe(typed.trimEnd());
});

test('blocks have their types', () => {
  const html =
    '<p>a</p><ul><li>b</li></ul><pre><code>c</code></pre><table><tr><th>d</th></tr></table><p>e</p>';
  expect(readBlocks(element(html), RULES).map((block) => block.type)).toEqual([
    'text',
    'code',
    'table',
    'text',
  ]);
});

test('hostile markup is read and runs nothing', () => {
  const html = `<p>${'<b>'.repeat(600)}deep${'</b>'.repeat(600)}</p><a href="JaVaScRiPt:alert(1)">x</a><img src="x" onerror="window.hacked = true"><table><tr></tr></table><ul></ul><ol start="x"><li></li></ol><math></math>`;
  expect(markdown(html)).toContain('deep');
  expect(markdown(html)).not.toMatch(/javascript:/i);
  expect('hacked' in window).toBe(false);
});

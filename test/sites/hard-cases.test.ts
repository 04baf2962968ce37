import { describe, expect, test } from 'vitest';
import { toMarkdown } from '../../src/model/markdown';
import { readBlocks, rulesOf } from '../../src/sites/markdown';
import { render, saidByMarkdown, saidByPage } from './oracle';

/** Text that is easily turned into something else: an independent renderer must make of it what the page shows. */

const katex = (tex: string) =>
  `<span class="katex"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">${tex}</annotation></semantics></math><span aria-hidden="true">drawn</span></span>`;
const display = (tex: string) => `<span class="katex-display">${katex(tex)}</span>`;
const cases: [string, string][] = [
  ['a link whose text would end it', '<p><a href="https://example.org/">x](javascript:alert(1))</a></p>'],
  ['a link whose text holds a link', '<p><a href="https://example.org/">[x](y) z</a></p>'],
  ['a link with a backslash and bracket', '<p><a href="https://example.org/">a\\[b</a></p>'],
  [
    'a linked image',
    '<p><a href="https://example.org/"><img alt="A loaf" src="https://example.org/l.png"></a></p>',
  ],
  ['code in a link', '<p><a href="https://example.org/"><code>a[0]</code></a></p>'],
  ['math in a link', `<p><a href="https://example.org/">see ${katex('a[0]')}</a></p>`],
  ['a link across spans', '<p><span>[e]</span><span>(f)</span></p>'],
  ['a tag across spans', '<p><span>&lt;</span><span>b&gt;x</span></p>'],
  ['an entity across spans', '<p><span>&amp;</span><span>amp;</span></p>'],
  ['strike across spans', '<p><span>~</span><span>x~</span></p>'],
  ['a star across spans', '<p><span>*</span><span>x</span><span>*</span></p>'],
  ['backslash then bold', '<p>a\\<b>x</b></p>'],
  ['backslash then break', '<p>a\\<br>x</p>'],
  ['exclamation then link', '<p>wow!<a href="https://example.org/">t</a></p>'],
  ['two bolds side by side', '<p><b>a</b><b>b</b> c</p>'],
  ['two italics side by side', '<p><em>a</em><em>b</em> c</p>'],
  ['bold then italic', '<p><b>a</b><em>b</em> c</p>'],
  ['italic then bold', '<p><em>a</em><b>b</b> c</p>'],
  ['bold code in Chinese', '<p>的<strong><code>x</code></strong>是</p>'],
  ['bold brackets in a word', '<p>a<strong>(b)</strong>c</p>'],
  ['bold quote in a word', '<p>a<strong>"b</strong>c</p>'],
  ['bold with a break at its end', '<p><b>Title<br></b>text</p>'],
  ['bold with a break at its start', '<p>x<b><br>Title</b>text</p>'],
  ['bold in bold', '<p><b><b>x</b></b></p>'],
  ['heading that ends in a mark', '<h2>a #</h2><h2>C#</h2>'],
  ['a line like a table', '<p>a | b<br>--- | ---</p>'],
  ['a reference', '<p>[1]: https://example.org/</p>'],
  ['a footnote', '<p>[^1]: a note</p>'],
  ['a reference in mid-text', '<p>see [1]<br>[1]: https://example.org/</p>'],
  ['a box in text', '<ul><li>[x] done</li><li>[ ] open</li></ul>'],
  ['start too large', '<ol start="99999999999"><li>a</li></ol>'],
  ['start negative', '<ol start="-3"><li>a</li></ol>'],
  ['text in a list outside its items', '<ul><li>a</li><ul><li>b</li></ul><p>c</p>d</ul>'],
  ['a caption', '<table><caption>Prices</caption><tr><th>a</th></tr></table>'],
  [
    'a table in a table',
    '<table><tr><th>a</th></tr><tr><td>x<table><tr><td>i</td></tr></table></td></tr></table>',
  ],
  ['an empty table', '<p>a</p><table><tr></tr></table>'],
  ['a formula with a dollar', `<p>so ${katex('\\text{\\$5}')} it is</p>`],
  ['a formula over lines', `<p>so ${katex('a\n- b')} it is</p>`],
  ['a formula in a cell', `<table><tr><th>a</th></tr><tr><td>${katex('|x|')}</td></tr></table>`],
  ['a norm in a cell', `<table><tr><th>a</th></tr><tr><td>${katex('\\|x\\|')}</td></tr></table>`],
  ['a formula on its own in a cell', `<table><tr><th>a</th></tr><tr><td>${display('x')}</td></tr></table>`],
  ['a formula on its own in a list', `<ul><li>a${display('x\n+y')}</li></ul>`],
  ['two codes side by side', '<p><code>a</code><code>b</code></p>'],
  ['code next to a tick', '<p>`<code>a</code></p>'],
  ['blocks in a link', '<p>s</p><a href="https://example.org/"><div>Title</div><div>Words</div></a>'],
  ['blocks in a span', '<span><div>a</div><div>b</div></span>'],
  ['a table in a span', '<span><table><tr><th>a</th><th>b</th></tr></table></span>'],
  ['a list in bold', '<b><ul><li>a</li><li>b</li></ul></b>'],
  ['an address with marks', '<p>see https://example.org/~a/_b_c*d?x=1&amp;copy=2 there</p>'],
  ['www with marks', '<p>see www.example.org/_b_ there</p>'],
  ['bold at the edge of a link', '<p>a<a href="https://example.org/"><b>b</b></a>c</p>'],
  ['a pipe and backslash in a cell', '<table><tr><th>a</th></tr><tr><td>x\\|y \\</td></tr></table>'],
  ['code block in a quote', '<blockquote><pre><code>x\n\n  y</code></pre></blockquote>'],
  ['a list after code in an item', '<ol><li><pre><code>x</code></pre><ul><li>b</li></ul></li></ol>'],
  ['item that starts with code', '<ol><li><pre><code>  x</code></pre></li></ol>'],
  ['underscores', '<p>_a_ a_b _a b_ __init__ a__b</p>'],
  ['stars', '<p>* a ** b *** c 2 * 3 *a* **b**</p>'],
  ['rules', '<p>***</p><p>---</p><p>___</p><p>* * *</p><p>- - -</p><p>_ _ _</p>'],
  ['fences', '<p>```js</p><p>~~~js</p>'],
  ['html comment', '<p>&lt;!-- x --&gt; &lt;?php ?&gt;</p>'],
  ['dollars', '<p>$a$ $$b$$ \\$c</p>'],
  ['alt with marks', '<p><img alt="a ] [ \\" src="https://example.org/l.png"> b</p>'],
  ['strikes', '<p>~~a~~ <del>b</del><del>c</del></p>'],
  ['emphasis of spaces', '<p>a<b> </b>b<i></i></p>'],
  ['del and bold', '<p><del><b>a</b></del></p>'],
  ['setext', '<p>a<br>===</p><p>a<br>---</p><p>a<br>=</p><p>a<br>-</p>'],
  ['numbers', '<p>1986. A year</p><p>a<br>2) b</p>'],
  ['plus', '<p>+</p><p>-</p><p>*</p><p>#</p>'],
  ['indent', '<p>&nbsp;&nbsp;&nbsp;&nbsp;a</p><p>a<br>&nbsp;&nbsp;&nbsp;&nbsp;b</p>'],
];

const RULES = rulesOf({ text: 'main', code: 'pre' });

describe('what once came out as something else', () => {
  test.each(cases)('%s', (_, html) => {
    const page = new DOMParser().parseFromString(`<main>${html}</main>`, 'text/html');
    const main = page.querySelector('main') as Element;
    const text = toMarkdown(readBlocks(main, RULES));
    expect({ text, ...saidByMarkdown(text) }).toEqual({ text, ...saidByPage(main, ':not(*)') });
    expect(render(text).querySelector('[href^="javascript"]')).toBeNull();
  });
});

import { afterEach, expect, test } from 'vitest';
import { mountedTurns } from '../../src/capture/mounted';
import { type Observation, observation } from '../../src/capture/observation';
import { toMarkdown } from '../../src/model/markdown';
import { readTurn, rulesOf } from '../../src/sites/markdown';
import type { Dialect } from '../../src/sites/site';

const rules = rulesOf({ text: '.said', verbatim: '.typed', code: 'pre' });
const dialect: Dialect = {
  id: 'test',
  selectors: {},
  ids: true,
  fits: () => true,
  scope: (page) => page.body,
  turn: '[t]',
  attributes: ['t'],
  read: (turn, _, known) => {
    const blocks = readTurn(turn, rules, known);
    return {
      key: turn.id,
      formerKeys: [],
      role: 'assistant',
      markdown: toMarkdown(blocks),
      blocks,
      patience: 0,
    };
  },
};

let observed: Observation | undefined;
afterEach(() => observed?.disconnect());

/** Two turns, of which the newest is left out, and a way to let the page tell what changed. */
async function setUp() {
  document.body.innerHTML =
    '<main><div t id="a"><div class="said"><p>one</p></div></div><section><div t id="b"><div class="said"><p>two</p><p>three</p></div></div></section></main>';
  const mounted = mountedTurns(dialect);
  let told = 0;
  const watching = observation(document, (records) => {
    told += records.length;
    watching.noted(records);
    mounted.note(records);
  });
  observed = watching;
  watching.all(dialect.attributes);
  mounted.read(document);
  const leaveOut = () => {
    const newest = mounted.leaveOutNewest();
    if (newest) watching.allBut(newest, dialect.attributes);
  };
  leaveOut();
  const reads = async (look = true) => {
    await Promise.resolve();
    if (look) mounted.lookAtNewest();
    return mounted.read(document).readings.map(({ markdown }) => markdown);
  };
  expect(await reads()).toEqual(['one', 'two\n\nthree']);
  const text = (selector: string) => document.querySelector(selector)?.firstChild as Text;
  return { mounted, watching, leaveOut, reads, text, told: () => told };
}

test('the turn that is left out tells nothing, and is read as it stands when it is looked at', async () => {
  const { reads, text, told } = await setUp();
  text('#b p:last-child').appendData(' and more');
  document.querySelector('#b .said')?.append(document.createElement('hr'));
  expect(await reads(false)).toEqual(['one', 'two\n\nthree']);
  expect(await reads()).toEqual(['one', 'two\n\nthree and more\n\n---']);
  // Where it goes on in two places, both are read.
  text('#b p').appendData('!');
  document.querySelector('#b .said')?.append('end');
  expect(await reads()).toEqual(['one', 'two!\n\nthree and more\n\n---\n\nend']);
  expect(told()).toBe(0);
});

test('words of the same length in its earlier blocks are read once it has come to rest', async () => {
  const { reads, text } = await setUp();
  text('#b p:last-child').appendData(' and more');
  await reads();
  text('#b p').data = 'TWO';
  text('#b p:last-child').appendData('!');
  await reads();
  expect(await reads()).toEqual(['one', 'TWO\n\nthree and more!']);
});

test('another answer that is put in its place is not mixed with it', async () => {
  const { reads, text } = await setUp();
  text('#b p').data = 'TWO';
  document.querySelector('#b p:last-child')?.replaceChildren('other');
  expect(await reads()).toEqual(['one', 'TWO\n\nother']);
  text('#b p').data = 'six';
  document.querySelector('#b p:last-child')?.remove();
  expect(await reads()).toEqual(['one', 'six']);
});

test('what changes beside it is told, also in what came later', async () => {
  const { reads, text, leaveOut } = await setUp();
  text('#a p').appendData(' more');
  expect(await reads()).toEqual(['one more', 'two\n\nthree']);
  document
    .querySelector('main')
    ?.insertAdjacentHTML('afterbegin', '<div t id="0"><p class="said">zero</p></div>');
  expect(await reads()).toEqual(['zero', 'one more', 'two\n\nthree']);
  leaveOut();
  text('[id="0"] p').appendData('!');
  expect(await reads()).toEqual(['zero!', 'one more', 'two\n\nthree']);
});

test('what it said last is read when another turn has come after it, and then its changes are told', async () => {
  const { reads, text, leaveOut } = await setUp();
  text('#b p').data = 'TWO';
  document
    .querySelector('section')
    ?.insertAdjacentHTML('beforeend', '<div t id="c"><p class="said">four</p></div>');
  expect(await reads(false)).toEqual(['one', 'TWO\n\nthree', 'four']);
  leaveOut();
  text('#b p').appendData('!');
  text('#c p').appendData('!');
  expect(await reads(false)).toEqual(['one', 'TWO!\n\nthree', 'four']);
  expect(await reads()).toEqual(['one', 'TWO!\n\nthree', 'four!']);
});

test('once nothing is left out, all is told', async () => {
  const { mounted, watching, reads, text } = await setUp();
  mounted.leaveOutNothing();
  watching.all(dialect.attributes);
  text('#b p').data = 'TWO';
  expect(await reads(false)).toEqual(['one', 'TWO\n\nthree']);
});

test('a turn that is taken away while it is left out is read as it was', async () => {
  const { mounted, text } = await setUp();
  text('#b p').appendData(' more');
  document.querySelector('section')?.remove();
  await Promise.resolve();
  expect(mounted.read(document).departed.map(({ reading }) => reading.markdown)).toEqual([
    'two more\n\nthree',
  ]);
});

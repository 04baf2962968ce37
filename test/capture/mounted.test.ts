import { afterEach, expect, test } from 'vitest';
import { mountedTurns } from '../../src/capture/mounted';
import { derivedKey, ROOT } from '../../src/model/keys';
import type { Dialect, Reading } from '../../src/sites/site';

/** A dialect of nothing but what is tested: `[t]` is a turn, its `id` the key, `data-bad` makes reading fail. */
const dialect: Dialect = {
  id: 'test',
  selectors: {},
  ids: true,
  fits: () => true,
  scope: (page) => page.querySelector('main'),
  turn: '[t]',
  attributes: ['t', 'id'],
  read: (element, before): Reading => {
    if (element.hasAttribute('data-bad')) throw new Error('unreadable');
    const key = element.id || derivedKey(before?.key ?? ROOT, 'assistant');
    return { key, formerKeys: [], role: 'assistant', markdown: element.textContent, blocks: [], patience: 0 };
  },
};

const observers: MutationObserver[] = [];
afterEach(() => {
  for (const observer of observers.splice(0)) observer.disconnect();
});

/** The page, what is mounted in it, and a way to let it see what changed. */
function setUp(html: string) {
  document.body.innerHTML = `<main>${html}</main>`;
  const mounted = mountedTurns(dialect);
  const observer = new MutationObserver(() => undefined);
  observers.push(observer);
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: [...dialect.attributes],
  });
  const read = () => {
    const touched = mounted.note(observer.takeRecords());
    return { touched, readings: mounted.read(document).readings };
  };
  read();
  const get = (id: string) => document.getElementById(id) as HTMLElement;
  return { read, get, mounted, observer };
}

test('only what changed is read again', () => {
  const { read, get } = setUp('<p t id="a">one</p><p t id="b">two</p>');
  const before = read().readings;
  get('b').append(' more');
  const { touched, readings } = read();
  expect(touched).toBe(true);
  expect(readings[0]).toBe(before[0]);
  expect(readings[1]?.markdown).toBe('two more');
});

test('changes outside every turn are no concern', () => {
  const { read } = setUp('<p t id="a">one</p>');
  document.body.append(document.createElement('aside'));
  expect(read().touched).toBe(false);
});

test('turns that come and go are followed', () => {
  const { read, get } = setUp('<p t id="a">one</p>');
  get('a').insertAdjacentHTML('afterend', '<div><p t id="b">two</p></div>');
  expect(read().readings.map(({ key }) => key)).toEqual(['a', 'b']);
  get('a').remove();
  expect(read().readings.map(({ key }) => key)).toEqual(['b']);
});

test('an element that becomes a turn by an attribute is read', () => {
  const { read, get } = setUp('<p t id="a">one</p><p id="b">two</p>');
  get('b').setAttribute('t', '');
  expect(read().readings.map(({ key }) => key)).toEqual(['a', 'b']);
});

test('a turn that cannot be read does not cost the others, and is read when it can be', () => {
  const { read, get } = setUp('<p t id="a" data-bad>one</p><p t id="b">two</p>');
  expect(read().readings.map(({ key }) => key)).toEqual(['b']);
  get('a').removeAttribute('data-bad');
  get('a').append('!');
  expect(read().readings.map(({ key }) => key)).toEqual(['a', 'b']);
});

test('a turn remembers the derived keys it was known by', () => {
  const { read } = setUp('<p t>prompt</p><p t>answer</p>');
  expect(read().readings.map(({ key }) => key)).toEqual(['~/assistant/0', '~/+1/assistant/0']);
  const [first, second] = document.querySelectorAll('p');
  first?.setAttribute('id', 'u1');
  expect(read().readings[1]).toMatchObject({
    key: '~u1/assistant/0',
    formerKeys: ['~/+1/assistant/0'],
  });
  second?.setAttribute('id', 'a1');
  expect(read().readings[1]?.formerKeys).toEqual(['~u1/assistant/0', '~/+1/assistant/0']);
});

test('a stale copy of a turn does not hide the living one', () => {
  const { read } = setUp('<p t id="a">one two</p><p t id="a">one</p>');
  expect(read().readings.map(({ markdown }) => markdown)).toEqual(['one two']);
});

test('a key longer than the worker takes is left out', () => {
  const { read } = setUp(`<p t id="${'x'.repeat(600)}">one</p><p t id="b">two</p>`);
  expect(read().readings.map(({ key }) => key)).toEqual(['b']);
});

test('what was read by the way is told of by the next reading', () => {
  const { mounted, get, observer } = setUp('<p t id="a">one</p><p t id="b">two</p>');
  get('b').append('!');
  mounted.note(observer.takeRecords());
  expect(mounted.entries(document).map(([, reading]) => reading?.markdown)).toEqual(['one', 'two!']);
  expect(mounted.read(document).changed.map(({ key }) => key)).toEqual(['b']);
  expect(mounted.read(document).changed).toEqual([]);
});

test('the edition changes with the turns that stand there, not with their words', () => {
  const { mounted, get, observer } = setUp('<p t id="a">one</p><p t id="b">two</p>');
  const look = () => {
    mounted.note(observer.takeRecords());
    return mounted.read(document);
  };
  const first = look().edition;
  get('b').append('!');
  expect(look()).toMatchObject({ edition: first, readings: [{ markdown: 'one' }, { markdown: 'two!' }] });
  get('a').remove();
  expect(look().edition).not.toBe(first);
});

test('a turn that stood there for a moment only is read after it has gone', () => {
  const { mounted, observer } = setUp('<p t id="a">one</p>');
  const main = document.querySelector('main') as HTMLElement;
  const passing = document.createElement('div');
  passing.innerHTML = '<p t id="b">two</p>';
  main.append(passing);
  passing.remove();
  mounted.note(observer.takeRecords());
  expect(mounted.read(document)).toMatchObject({
    readings: [{ key: 'a' }],
    departed: [{ reading: { key: 'b', markdown: 'two' } }],
  });
  expect(mounted.read(document).departed).toEqual([]);
});

test('a turn that is only moved has not gone, nor has one that was read', () => {
  const { mounted, get, observer } = setUp('<p t id="a">one</p><p t id="b">two</p>');
  get('a').append('!');
  document.querySelector('main')?.append(get('a'));
  get('b').remove();
  mounted.note(observer.takeRecords());
  expect(mounted.read(document)).toMatchObject({ readings: [{ key: 'a', markdown: 'one!' }], departed: [] });
});

test('a turn without an id that has gone is nobody in particular', () => {
  const { mounted, observer } = setUp('<p t id="a">one</p>');
  const passing = document.createElement('p');
  passing.setAttribute('t', '');
  passing.textContent = 'two';
  document.querySelector('main')?.append(passing);
  passing.remove();
  mounted.note(observer.takeRecords());
  expect(mounted.read(document).departed).toEqual([]);
});

test('a stale copy is neither told of nor makes others seem to have gone', () => {
  const { mounted, get, observer } = setUp(
    '<p t id="a">The whole answer</p><p t id="a">Thi</p><p t id="b">old</p>',
  );
  const copy = document.querySelectorAll('p')[1] as HTMLElement;
  copy.append('s');
  get('b').append('er');
  get('b').replaceWith(get('b').cloneNode(true));
  mounted.note(observer.takeRecords());
  const { changed, departed } = mounted.read(document);
  expect(changed.map(({ markdown }) => markdown)).toEqual(['older']);
  expect(departed).toEqual([]);
});

test('turns that go outside the conversation shown are no concern', () => {
  const { mounted, observer } = setUp('<p t id="a">one</p>');
  const hidden = document.createElement('div');
  hidden.innerHTML = '<p t id="z">of another conversation</p>';
  document.body.append(hidden);
  hidden.replaceChildren();
  mounted.note(observer.takeRecords());
  expect(mounted.read(document).departed).toEqual([]);
});

test('what there was no time for is read the next time, in the order of the page', () => {
  const { mounted } = setUp('');
  document.body.innerHTML = `<main>${'abc'.replace(/./g, '<p t id="$&">said</p>')}</main>`;
  mounted.relist();
  const steps = [0, 0, 0, 0].map(() => mounted.read(document, 0));
  expect(steps.map(({ readings }) => readings.map(({ key }) => key).join(''))).toEqual([
    'a',
    'ab',
    'abc',
    'abc',
  ]);
  expect(steps.map(({ changed }) => changed.map(({ key }) => key).join(''))).toEqual(['a', 'b', 'c', '']);
  expect(steps.map(({ unread }) => unread)).toEqual([true, true, false, false]);
});

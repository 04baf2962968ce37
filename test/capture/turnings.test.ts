import { expect, test } from 'vitest';
import { mountedTurns } from '../../src/capture/mounted';
import { rows } from '../../src/sites/claude/transcript';

const row = (i: number, pager = ''): string =>
  `<div data-rs-index="${i}" data-perf-row="${i % 2 ? 'assistant' : 'human'}"><div data-testid="user-message"><p>text ${i}</p></div><div data-message-action-bar><span>${pager}</span></div></div>`;

/** One page whose list is scrolled. */
function setUp() {
  const page = new DOMParser().parseFromString('<body><div role="feed"></div></body>', 'text/html');
  const mounted = mountedTurns(rows);
  const observer = new MutationObserver(() => undefined);
  observer.observe(page, { subtree: true, childList: true });
  return (...shown: string[]): string[] => {
    const feed = page.querySelector('[role="feed"]') as Element;
    feed.innerHTML = shown.join('');
    mounted.note(observer.takeRecords());
    return mounted.read(page).readings.map(({ key }) => key);
  };
}

test('a turn below another alternative has the same key whether that is mounted or not', () => {
  const show = setUp();
  const whole = show(row(1), row(2, '2 / 2'), row(3), row(4));
  expect(whole[3]).toBe('~/+4;3=1/user/0');
  expect(show(row(4), row(5))).toEqual(['~/+4;3=1/user/0', '~/+5;3=1/assistant/0']);
});

test('going back to the first alternative brings its keys back', () => {
  const show = setUp();
  show(row(2, '2 / 2'), row(3), row(4));
  show(row(2, '1 / 2'), row(3), row(4));
  expect(show(row(4), row(5))).toEqual(['~/+4/user/0', '~/+5/assistant/0']);
});

import { expect, test } from 'vitest';
import { followKey, HOUR, nextEnd, pause, pauseOf, resume, tidyPauses } from '../../src/model/pause';
import { defaultSettings, readSettings, type Settings } from '../../src/model/settings';

const NOW = 1_000_000_000;
const here = { site: 'chatgpt', threadKeys: ['x', 'local:1'] };
const scope = (settings: Settings, now = NOW) => pauseOf(settings, here, now)?.scope;
const off = (capture: object) => readSettings({ capture }).settings;

test('the settings that were there first mean what they meant', () => {
  expect(pauseOf(defaultSettings, here, NOW)).toBeUndefined();
  expect(scope(off({ sites: { gemini: false } }))).toBeUndefined();
  expect(scope(off({ sites: { chatgpt: false } }))).toBe('site');
  expect(scope(off({ enabled: false }))).toBe('everywhere');
});

test.each([
  ['everywhere', {}],
  ['site', { site: 'chatgpt' }],
  ['thread', { site: 'chatgpt', threadKeys: ['x'] }],
] as const)('%s is paused until resumed, or for an hour', (wanted, target) => {
  expect(pauseOf(pause(defaultSettings, target), here, NOW + 9 * HOUR)).toEqual({ scope: wanted });
  const forAnHour = pause(defaultSettings, target, NOW + HOUR);
  expect(pauseOf(forAnHour, here, NOW)).toEqual({ scope: wanted, until: NOW + HOUR });
  expect(pauseOf(forAnHour, here, NOW + HOUR)).toBeUndefined();
  expect(nextEnd(forAnHour, NOW)).toBe(NOW + HOUR);
  expect(nextEnd(forAnHour, NOW + HOUR)).toBeUndefined();
  expect(tidyPauses(forAnHour, NOW + HOUR)).toEqual(defaultSettings);
});

test('a pause of one conversation leaves every other alone, also one of the same key elsewhere', () => {
  const paused = pause(defaultSettings, here);
  expect(pauseOf(paused, { site: 'chatgpt', threadKeys: ['y'] }, NOW)).toBeUndefined();
  expect(pauseOf(paused, { site: 'claude', threadKeys: ['x'] }, NOW)).toBeUndefined();
  expect(pauseOf(paused, { site: 'chatgpt' }, NOW)).toBeUndefined();
  expect(pauseOf(paused, { site: 'chatgpt', threadKeys: ['z', 'local:1'] }, NOW)?.scope).toBe('thread');
});

test('resuming lifts all that blocks a conversation, and nothing else', () => {
  const targets = [{}, { site: 'chatgpt' }, here, { site: 'claude' }, { site: 'claude', threadKeys: ['x'] }];
  const blocked = targets.reduce(
    (settings, target) => pause(pause(settings, target, NOW + 9), target),
    defaultSettings,
  );
  expect(scope(blocked)).toBe('everywhere');
  const resumed = resume(blocked, here);
  expect(pauseOf(resumed, here, NOW)).toBeUndefined();
  expect(resumed.capture).toMatchObject({ sites: { claude: false }, threads: { 'claude/x': true } });
  expect(resume(defaultSettings, here)).toEqual(defaultSettings);
});

test('the lasting key is paused as long as the earlier one was, and only if that one was', () => {
  const paused = pause(defaultSettings, { site: 'chatgpt', threadKeys: ['local:1'] }, NOW + HOUR);
  expect(followKey(paused, here, NOW).capture.threads).toEqual({
    'chatgpt/local:1': NOW + HOUR,
    'chatgpt/x': NOW + HOUR,
  });
  expect(followKey(paused, { site: 'chatgpt', threadKeys: ['y'] }, NOW)).toBe(paused);
  expect(followKey(paused, here, NOW + HOUR)).toBe(paused);
  expect(followKey(defaultSettings, here, NOW)).toBe(defaultSettings);
});

test('a clock that is set back does not stretch a pause beyond another hour', () => {
  const paused = pause(pause(defaultSettings, {}, NOW + HOUR), here, NOW + HOUR);
  const earlier = NOW - 24 * HOUR;
  expect(nextEnd(tidyPauses(paused, earlier), earlier)).toBe(earlier + HOUR);
  expect(pauseOf(tidyPauses(paused, earlier), here, earlier + HOUR)).toBeUndefined();
  expect(tidyPauses(paused, NOW - 5_000)).toEqual(paused);
});

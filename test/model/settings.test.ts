import { expect, test } from 'vitest';
import { captures, defaultSettings, readSettings } from '../../src/model/settings';

test('nothing stored gives the defaults, and nothing is damaged', () => {
  expect(readSettings(undefined)).toEqual({ settings: defaultSettings, damaged: [] });
  expect(readSettings({})).toEqual({ settings: defaultSettings, damaged: [] });
});

test('a damaged field falls back alone and is named', () => {
  const { settings, damaged } = readSettings({
    endpoint: { url: 42, apiKey: 'secret' },
    capture: { enabled: 'no', sites: { chatgpt: false } },
  });
  expect(settings.endpoint).toEqual({ url: '', apiKey: 'secret', space: '' });
  expect(settings.capture).toEqual({ enabled: true, sites: { chatgpt: false } });
  expect(damaged).toEqual(['endpoint.url', 'capture.enabled']);
});

test.each(['text', 7, null, [], { capture: 'on' }])('%j as stored settings is survived', (stored) => {
  expect(readSettings(stored).settings).toEqual(defaultSettings);
});

test('a site is captured unless it or everything was switched off', () => {
  const { settings } = readSettings({ capture: { sites: { gemini: false } } });
  expect(captures(settings, 'chatgpt')).toBe(true);
  expect(captures(settings, 'gemini')).toBe(false);
  expect(captures({ ...settings, capture: { enabled: false, sites: {} } }, 'chatgpt')).toBe(false);
});

test('reading settings never changes the defaults', () => {
  readSettings({ capture: { enabled: false } }).settings.capture.sites['x'] = true;
  expect(defaultSettings.capture).toEqual({ enabled: true, sites: {} });
});

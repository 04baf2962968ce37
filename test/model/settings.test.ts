import { expect, test } from 'vitest';
import { defaultSettings, readSettings } from '../../src/model/settings';

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
  expect(settings.capture).toEqual({ ...defaultSettings.capture, sites: { chatgpt: false } });
  expect(damaged).toEqual(['endpoint.url', 'capture.enabled']);
});

test.each(['text', 7, null, [], { capture: 'on' }])('%j as stored settings is survived', (stored) => {
  expect(readSettings(stored).settings).toEqual(defaultSettings);
});

test('pauses that are damaged are none, and cost no other setting', () => {
  const { settings, damaged } = readSettings({
    capture: {
      enabled: false,
      until: 'soon',
      sitesUntil: { claude: Number.NaN },
      threads: { 'claude/x': false },
    },
  });
  expect(settings.capture).toEqual({ ...defaultSettings.capture, enabled: false });
  expect(damaged).toEqual(['capture.until', 'capture.sitesUntil', 'capture.threads']);
});

test('one damaged pause does not end the others', () => {
  const { settings, damaged } = readSettings({
    capture: { sites: { claude: false, gemini: 'off' }, threads: { 'claude/x': true, 'claude/y': 'yes' } },
  });
  expect(settings.capture).toMatchObject({ sites: { claude: false }, threads: { 'claude/x': true } });
  expect(settings.capture.threads).not.toHaveProperty('claude/y');
  expect(damaged).toEqual(['capture.sites', 'capture.threads']);
});

test('reading settings never changes the defaults', () => {
  readSettings({ capture: { enabled: false } }).settings.capture.sites['x'] = true;
  expect(defaultSettings.capture).toEqual({
    enabled: true,
    sites: {},
    until: 0,
    sitesUntil: {},
    threads: {},
  });
});

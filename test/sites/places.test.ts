import { expect, test } from 'vitest';
import { siteFor, sites } from '../../src/sites';

const ID = '6a5aacf8-3648-43ee-9a3e-0f2b9f6f1c11';
const HEX = '6cc71b18a6f630bb';
const place = (address: string) => siteFor(new URL(address))?.place(new URL(address));

test.each([
  [`https://claude.ai/chat/${ID}`, ID],
  [`https://claude.ai/chat/${ID.toUpperCase()}/?x=1#y`, ID],
  [`https://chatgpt.com/uc/${ID}`, ID],
  [`https://gemini.google.com/app/${HEX}`, HEX],
  [`https://gemini.google.com/app/${HEX}/?hl=de`, HEX],
  [`https://gemini.google.com/u/1/app/${HEX}`, HEX],
  [`https://gemini.google.com/gem/coach/${HEX}`, HEX],
  [`https://gemini.google.com/u/0/gem/0123abc/${HEX}`, HEX],
])('%s is a thread', (address, key) => {
  expect(place(address)).toEqual({ kind: 'thread', key, provisional: false });
});

test.each([
  'https://claude.ai/new',
  'https://claude.ai/',
  `https://claude.ai/project/${ID}`,
  'https://gemini.google.com/',
  'https://gemini.google.com/app',
  'https://gemini.google.com/u/2/app',
  'https://gemini.google.com/gem/coach',
])('a chat may start at %s', (address) => {
  expect(place(address)?.kind).toBe('new');
});

test('a new chat on Gemini may turn out to be temporary', () => {
  expect(place('https://gemini.google.com/app')).toEqual({ kind: 'new', untold: true });
});

test.each([`https://claude.ai/new?incognito`, `https://claude.ai/chat/${ID}?incognito=true`])(
  '%s is not kept',
  (address) => {
    expect(place(address)?.kind).toBe('temporary');
  },
);

test.each([
  `https://claude.ai/share/${ID}`,
  'https://claude.ai/recents',
  'https://claude.ai/chats',
  `https://claude.ai/cowork/${ID}`,
  'https://claude.ai/chat/not-an-id',
  `https://gemini.google.com/share/${HEX}`,
  'https://gemini.google.com/faq',
  'https://gemini.google.com/app/short',
])('%s is no conversation', (address) => {
  expect(place(address)?.kind).toBe('none');
});

test.each([
  ['chatgpt', 'Rye - ChatGPT', 'Rye'],
  ['chatgpt', 'ChatGPT', undefined],
  ['claude', 'Rye and wheat - Claude', 'Rye and wheat'],
  ['claude', 'Claude', undefined],
  ['claude', '', undefined],
  ['gemini', 'Rye - Google Gemini', 'Rye'],
  ['gemini', '\u200eGoogle Gemini', undefined],
  ['gemini', 'Google Gemini', undefined],
  ['gemini', 'Gemini', undefined],
  ['gemini', 'What Gemini cannot do - Google Gemini', 'What Gemini cannot do'],
])('%s: the page title "%s" says %s', (id, title, said) => {
  const page = document.implementation.createHTMLDocument(title);
  expect(sites.find((site) => site.id === id)?.title(page)).toBe(said);
});

test('no address is claimed by two sites', () => {
  for (const site of sites) {
    for (const pattern of site.matches) {
      const address = pattern.replace('*', 'x');
      expect(sites.filter((each) => siteFor(new URL(address)) === each)).toEqual([site]);
    }
  }
});

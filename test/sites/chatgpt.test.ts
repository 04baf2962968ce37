import { expect, test } from 'vitest';
import { siteFor, sites } from '../../src/sites';
import { chatgpt } from '../../src/sites/chatgpt';

const ID = '6a5aacf8-3648-83ee-9a3e-0f2b9f6f1c11';
const place = (path: string) => chatgpt.place(new URL(path, 'https://chatgpt.com'));

test.each([
  [`/c/${ID}`, ID],
  [`/c/${ID}/`, ID],
  [`/c/${ID}?messageId=1&model=x#y`, ID],
  [`/g/g-abc123-baker/c/${ID}`, ID],
  [`/g/g-p-0123456789abcdef0123456789abcdef/c/${ID}`, ID],
])('%s is a thread', (path, key) => {
  expect(place(path)).toEqual({ kind: 'thread', key, provisional: false });
});

test.each([
  [`/c/WEB:${ID}`, `WEB:${ID}`],
  [`/c/WEB%3A${ID}`, `WEB:${ID}`],
  [`/c/local-chatgpt:${ID}`, `local-chatgpt:${ID}`],
  ['/c/%E0%A4%A', '%E0%A4%A'],
])('%s is provisional', (path, key) => {
  expect(place(path)).toEqual({ kind: 'thread', key, provisional: true });
});

test.each(['/', '/?model=gpt-5', '/g/g-abc123-baker', '/g/g-p-0123456789abcdef0123456789abcdef/project'])(
  'a chat may start at %s',
  (path) => {
    expect(place(path).kind).toBe('new');
  },
);

test.each(['/?temporary-chat=true', `/c/${ID}?temporary-chat=true`])('%s is not kept', (path) => {
  expect(place(path).kind).toBe('temporary');
});

test.each([`/share/${ID}`, `/share/e/${ID}`, '/gpts', '/library', '/codex', '/c/', '/settings'])(
  '%s is no conversation',
  (path) => {
    expect(place(path).kind).toBe('none');
  },
);

test('hosts are compared whole, and no two sites share one', () => {
  const site = (url: string) => siteFor(new URL(url))?.id;
  expect(site('https://chatgpt.com/c/1')).toBe('chatgpt');
  for (const url of [
    'https://evilchatgpt.com/',
    'https://chatgpt.com.evil.example/',
    'http://chatgpt.com/',
    'https://x.chatgpt.com/',
  ]) {
    expect(site(url)).toBeUndefined();
  }
  const patterns = sites.flatMap((each) => each.matches);
  expect(new Set(patterns).size).toBe(patterns.length);
});

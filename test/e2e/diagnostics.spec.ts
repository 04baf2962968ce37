import { replica } from '../replica/server';
import { ask, visit } from './chat';
import { expect, test } from './fixture';
import { picture } from './picture';

test('the options page shows what is done in each chat tab, live', async ({ extension }) => {
  const options = await extension.open('options.html');
  await expect(options.getByTestId('no-chat')).toContainText('No chat is open');
  await expect(options.getByTestId('copy-diagnostics')).toBeDisabled();
  await picture(options, 'options-empty');

  const site = replica();
  const other = replica({ dialect: 'claude-hub' });
  await site.attach(extension.context);
  await other.attach(extension.context);
  const page = await visit(extension, site, '/');
  await ask(page, `Tell me about ${'a very long title '.repeat(6)}`);
  await visit(extension, other, other.newChatPath);
  await options.bringToFront();
  const tab = options.getByTestId('chat-tab').filter({ hasText: 'ChatGPT' });
  await expect(tab.getByTestId('tab-state')).toHaveText('capturing');
  await expect(tab).toContainText('classic');
  await expect(tab).toContainText('2 in the page, 2 seen');
  await expect(tab).toContainText(/\d s ago, saved/);
  await expect(tab).toContainText(/\d+\.\d ms in \d+ s/);
  const second = options.getByTestId('chat-tab').filter({ hasText: 'Claude' });
  await expect(second.getByTestId('tab-state')).toHaveText('new chat, nothing said yet');
  await picture(options, 'options-diagnostics');
  await options.setViewportSize({ width: 360, height: 600 });
  expect(await options.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await page.bringToFront();
  await ask(page, 'And then?');
  await options.bringToFront();
  await expect(tab).toContainText('4 in the page, 4 seen');

  const crashed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => undefined); // a crash answers no navigation
  await crashed;
  await expect(options.getByTestId('chat-tab').filter({ hasText: 'does not answer' })).toHaveCount(1);
});

test('what is copied names no conversation', async ({ extension }) => {
  const site = replica();
  await site.attach(extension.context);
  const page = await visit(extension, site, '/');
  await ask(page, 'Sourdough secrets');
  const options = await extension.open('options.html');
  await extension.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await expect(options.getByTestId('chat-tab')).toContainText('Sourdough secrets');
  await expect(options.getByTestId('chat-tab')).toContainText('saved');
  await options.getByTestId('copy-diagnostics').focus();
  await options.keyboard.press('Enter');
  await expect(options.getByTestId('copied')).toContainText('Copied');
  await expect(options.getByTestId('copy-diagnostics')).toBeFocused();

  const text = await options.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(/^Threadkeeper \d+\.\d+\.\d+, 1 open chat tab\n\n1\. ChatGPT: capturing\n/);
  expect(text).toContain('Read as: classic');
  expect(text).toContain('Turns: 2 in the page, 2 seen');
  const [conversation] = site.conversations();
  for (const secret of [
    'sourdough',
    'chatgpt.com',
    conversation?.id,
    ...(conversation?.turns ?? []).map(({ id }) => id),
  ])
    expect(text.toLowerCase()).not.toContain(secret);
});

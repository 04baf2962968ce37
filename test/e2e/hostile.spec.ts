import type { Page } from '@playwright/test';
import { replica } from '../replica/server';
import { ask, say, visit, wanted } from './chat';
import { everyDialect, expect, test } from './fixture';
import { said, stored } from './stored';

/** Adds and takes away nodes, 50,000 a second, beside the turns and inside the newest one. Resolves when it is over. */
const storm = (page: Page, seconds: number): Promise<number> =>
  page.evaluate(async (duration) => {
    const [EVERY, NODES] = [20, 1_000];
    const conversation = window.replica.scroller();
    // Read out, never shown: what stands in it is no word of the turn.
    const aside = document.querySelectorAll('.sr-only, .cdk-visually-hidden');
    const beside = document.createElement('div');
    beside.hidden = true;
    conversation.append(beside);
    const within = aside[aside.length - 1] ?? beside;
    let made = 0;
    for (let round = 0; round < (duration * 1_000) / EVERY; round++) {
      for (const target of [beside, within]) {
        const nodes = Array.from({ length: NODES / 2 }, (_, i) => {
          const node = document.createElement(i % 2 === 0 ? 'span' : 'div');
          node.textContent = `${round}/${i}`;
          return node;
        });
        const before = [...target.childNodes];
        target.append(...nodes);
        made += nodes.length;
        for (const node of before) if (node instanceof HTMLElement && node.dataset['storm']) node.remove();
        for (const node of nodes) node.dataset['storm'] = 'yes';
      }
      await new Promise((resolve) => setTimeout(resolve, EVERY));
    }
    for (const node of document.querySelectorAll('[data-storm]')) node.remove();
    beside.remove();
    return made;
  }, seconds);

for (const dialect of everyDialect) {
  test(`${dialect}: a storm of 50,000 nodes a second neither stops the page nor what is kept of it`, async ({
    extension,
  }) => {
    const site = replica({ dialect, chunk: 4, chunkEvery: 40 });
    await site.attach(extension.context);
    const page = await visit(extension, site, site.newChatPath);
    await ask(page, 'Before the storm');
    await say(page, 'During the storm');
    expect(await storm(page, 5)).toBe(250_000);
    await expect.poll(() => page.evaluate(() => window.replica.busy())).toBe(false);
    await ask(page, 'After the storm');
    await expect
      .poll(async () => said((await stored(extension)).messages))
      .toEqual(wanted(site.conversations()[0]));
  });
}

test('a prompt and an answer of a megabyte are kept whole', async ({ extension }) => {
  const sentence = 'A very long answer goes on and on, and on. ';
  const huge = sentence.repeat(Math.ceil(1_000_000 / sentence.length)).trim();
  const lines = Array.from({ length: 5_000 }, (_, i) => `Line ${i}. ${sentence.repeat(4).trim()}`);
  const site = replica({
    chunk: 40_000,
    chunkEvery: 100,
    answer: (_, n) =>
      n === 0 ? [{ kind: 'text', text: huge }] : lines.map((text) => ({ kind: 'text', text })),
  });
  await site.attach(extension.context);
  const page = await visit(extension, site, site.newChatPath);
  await ask(page, 'One paragraph');
  await ask(page, `Five thousand of them. ${huge}`);
  await expect
    .poll(async () => said((await stored(extension)).messages).map(({ length }) => length), {
      timeout: 30_000,
    })
    .toEqual(wanted(site.conversations()[0]).map(({ length }) => length));
  expect(said((await stored(extension)).messages)).toEqual(wanted(site.conversations()[0]));
});

test('a page that breaks what scripts rely on breaks nothing of ours', async ({ extension }) => {
  const site = replica();
  await site.attach(extension.context);
  await extension.context.addInitScript(() => {
    // The page's own world: none of it may reach ours.
    const broken = () => {
      throw new Error('broken on purpose');
    };
    Object.assign(Object.prototype, { key: 'polluted', aliases: { polluted: true } });
    for (const name of ['with', 'splice', 'findIndex'])
      Object.defineProperty(Array.prototype, name, { value: broken, configurable: true });
    Object.defineProperty(Element.prototype, 'innerText', { get: broken });
    Object.defineProperty(Document.prototype, 'title', { get: broken, set: () => undefined });
    window.structuredClone = broken as never;
  });
  const page = await visit(extension, site, site.newChatPath);
  await ask(page, 'First');
  // Forms whose fields have the names of what a script asks an element for, and ids that every object has.
  await page.evaluate(() => {
    const names =
      'nodeType matches closest querySelector querySelectorAll textContent parentElement childNodes firstChild ' +
      'firstElementChild children getAttribute hasAttribute isConnected ownerDocument nodeName contains id tagName';
    const [main, turn] = [
      document.querySelector('main'),
      document.querySelector('[data-testid="conversation-turn-2"]'),
    ];
    for (const target of [main, turn]) {
      const form = document.createElement('form');
      for (const name of names.split(' ')) {
        const field = document.createElement('input');
        field.name = name;
        form.append(field);
      }
      form.hidden = true;
      target?.append(form);
      setInterval(() => form.append(document.createElement('i')), 100);
    }
    for (const [i, id] of ['__proto__', 'constructor', 'toString'].entries()) {
      const turn = document.createElement('section');
      turn.dataset['testid'] = `conversation-turn-${90 + i}`;
      turn.dataset['turn'] = 'user';
      turn.innerHTML = `<div data-message-author-role="user" data-message-id="${id}">Not a message</div>`;
      document.querySelector('#thread')?.append(turn);
      setTimeout(() => turn.remove(), 1_500);
    }
  });
  await page.waitForTimeout(2_000);
  // By hand: such forms break the test's own way of finding the field too.
  await page.evaluate(() => {
    const input = document.querySelector('textarea');
    if (input) input.value = 'Second';
    input?.form?.requestSubmit();
  });
  await expect.poll(() => site.conversations()[0]?.turns.length).toBe(4);
  await expect
    .poll(async () => said((await stored(extension)).messages))
    .toEqual(wanted(site.conversations()[0]));
});

for (const dialect of everyDialect) {
  test(`${dialect}: a page that replaces all it holds, and an extension that adds to it, change nothing`, async ({
    extension,
  }) => {
    const site = replica({ dialect });
    await site.attach(extension.context);
    const page = await visit(extension, site, site.newChatPath);
    await ask(page, 'yes');
    await ask(page, 'yes');
    await expect
      .poll(async () => said((await stored(extension)).messages))
      .toEqual(wanted(site.conversations()[0]));
    await expect
      .poll(async () => (await stored(extension)).messages.every(({ state }) => state === 'final'))
      .toBe(true);
    const before = await stored(extension);
    await page.evaluate(async () => {
      const pause = () => new Promise((resolve) => setTimeout(resolve, 700));
      const copy = document.body.cloneNode(true);
      document.body.replaceChildren();
      await pause();
      document.body.replaceWith(copy);
      await pause();
      const html = document.documentElement.cloneNode(true);
      document.documentElement.replaceWith(html);
      await pause();
      for (const button of document.querySelectorAll('button')) {
        const badge = document.createElement('another-extension');
        badge.attachShadow({ mode: 'open' }).innerHTML = '<button>Translate</button>';
        button.before(badge);
      }
    });
    await page.waitForTimeout(2_500);
    const after = await stored(extension);
    expect(after.messages).toEqual(before.messages);
    expect(after.threads.map(({ id }) => id)).toEqual(before.threads.map(({ id }) => id));
    expect(after.revisions).toEqual([]);
  });
}

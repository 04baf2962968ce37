import { longConversation, prompts } from '../replica/script';
import { replica } from '../replica/server';
import { ask, say, visit, wanted } from './chat';
import { dialects, everyDialect, expect, test } from './fixture';
import { said, stored } from './stored';

/** Rows mounted at a time, where a site mounts only some. */
const WINDOW = { classic: 9, 'app-shell': 4, 'claude-rows': 8, 'claude-hub': 8, gemini: 1 };
/** Sites that number their turns, so that it is known how many are missing. */
const NUMBERED = new Set<string>(['classic', 'claude-rows']);

for (const dialect of everyDialect) {
  test.describe(dialect, () => {
    test('three streamed exchanges are six messages; reload, second tab and a stopped worker change nothing', async ({
      extension,
    }) => {
      const site = replica({ dialect, chunk: 6, chunkEvery: 60 });
      await site.attach(extension.context);
      const page = await visit(extension, site, site.newChatPath);
      for (const [i, prompt] of prompts.entries()) {
        await say(page, prompt);
        if (i === 0) {
          await extension.stopWorker();
          expect(await page.evaluate(() => window.replica.busy())).toBe(true);
        }
        await expect.poll(() => page.evaluate(() => window.replica.busy())).toBe(false);
      }
      const [conversation] = site.conversations();
      await expect.poll(async () => said((await stored(extension)).messages)).toEqual(wanted(conversation));
      await expect
        .poll(async () => (await stored(extension)).messages.every((message) => message.state === 'final'))
        .toBe(true);
      const before = await stored(extension);
      expect(before.threads).toMatchObject([
        {
          site: site.site.id,
          key: conversation?.id,
          provisional: 0,
          messageCount: 6,
          title: conversation?.title.trim(),
          url: site.origin + site.threadPath(conversation?.id ?? ''),
          ledger: { state: 'live' },
        },
      ]);
      const keys = conversation && site.keysOf(conversation);
      if (keys) expect(before.messages.map((message) => message.key)).toEqual(keys);

      await page.reload();
      const second = await visit(extension, site, site.threadPath(conversation?.id ?? ''));
      await extension.stopWorker();
      await second.reload();
      await expect(second.getByText('Reply number 3').last()).toBeVisible();
      await second.waitForTimeout(2_500);
      const after = await stored(extension);
      expect(after.messages).toEqual(before.messages);
      expect(after.revisions).toEqual([]);
      expect(
        after.threads.map(({ id, key, messageCount, ledger }) => ({
          id,
          key,
          messageCount,
          state: ledger.state,
        })),
      ).toEqual(
        before.threads.map(({ id, key, messageCount, ledger }) => ({
          id,
          key,
          messageCount,
          state: ledger.state,
        })),
      );
    });

    test('streaming text is in the store within two seconds of being shown', async ({ extension }) => {
      const long = 'Every word of a long answer counts, and none may be lost. '.repeat(150);
      const site = replica({
        dialect,
        chunk: 20,
        chunkEvery: 100,
        answer: () => [{ kind: 'text', text: long }],
      });
      await site.attach(extension.context);
      const page = await visit(extension, site, site.newChatPath);
      await say(page, 'Tell me something long');
      for (let look = 0; look < 4; look++) {
        await page.waitForTimeout(1_000);
        const shown = await page.evaluate(() => window.replica.showing().at(-1)?.parts[0]?.text ?? '');
        await page.waitForTimeout(2_000);
        const answer = (await stored(extension)).messages.find((message) => message.role === 'assistant');
        expect(answer?.markdown.length).toBeGreaterThanOrEqual(shown.trim().length);
        expect(long.startsWith(answer?.markdown ?? '?')).toBe(true);
        expect(answer?.state).toBe('streaming');
      }
    });

    test('an answer in two messages, under an address that is pushed late, is one message', async ({
      extension,
    }) => {
      const site = replica({ dialect, steps: true, lastingBy: 'push', lastingAfter: 900 });
      await site.attach(extension.context);
      const page = await visit(extension, site, site.newChatPath);
      await ask(page, 'Look it up');
      await ask(page, 'And again');
      const [conversation] = site.conversations();
      await expect.poll(async () => said((await stored(extension)).messages)).toEqual(wanted(conversation));
      await expect
        .poll(async () =>
          (await stored(extension)).threads.map(({ key, messageCount }) => [key, messageCount]),
        )
        .toEqual([[conversation?.id, 4]]);
      const keys = conversation && site.keysOf(conversation);
      if (keys) expect((await stored(extension)).messages.map(({ key }) => key)).toEqual(keys);
    });

    test('scrolling through a long thread keeps every turn in its place', async ({ extension }) => {
      const site = replica({ dialect, windowed: WINDOW[dialect] });
      const conversation = longConversation(site.site.ids.make(), 20);
      site.add(conversation);
      await site.attach(extension.context);
      const page = await visit(extension, site, site.threadPath(conversation.id));
      await expect.poll(async () => (await stored(extension)).messages.length).toBeGreaterThan(4);
      const first = conversation.turns[0]?.id;
      const scroll = (by: number) => page.evaluate((y) => window.replica.scroller().scrollBy(0, y), by);
      await expect
        .poll(
          async () => {
            await scroll(-300);
            await page.waitForTimeout(400);
            return page.evaluate(() => window.replica.mounted()[0]?.id);
          },
          { timeout: 40_000, intervals: [0] },
        )
        .toBe(first);
      await expect.poll(async () => said((await stored(extension)).messages)).toEqual(wanted(conversation));
      await page.bringToFront();
      await scroll(100_000);
      await page.waitForTimeout(1_500);
      expect(said((await stored(extension)).messages)).toEqual(wanted(conversation));
    });

    test('a long thread opened at its end keeps what it showed and claims no more', async ({ extension }) => {
      const site = replica({ dialect, windowed: WINDOW[dialect] });
      const conversation = longConversation(site.site.ids.make(), 20);
      site.add(conversation);
      await site.attach(extension.context);
      const page = await visit(extension, site, site.threadPath(conversation.id));
      const shown = () => page.evaluate(() => window.replica.mounted().length);
      await expect.poll(shown).toBeGreaterThan(4);
      const count = await shown();
      await expect
        .poll(async () => said((await stored(extension)).messages))
        .toEqual(wanted(conversation).slice(-count));
      const [thread] = (await stored(extension)).threads;
      expect(thread).toMatchObject({
        messageCount: count,
        ledger: NUMBERED.has(dialect)
          ? { state: 'partial', captured: count, expected: 40 }
          : { state: 'unknown', captured: count },
      });
    });

    test('turns never land in the thread the address already names', async ({ extension }) => {
      const site = replica({ dialect, swapAfter: 700 });
      const [a, b] = ['a', 'b'].map((letter) =>
        longConversation(site.site.ids.make(), 3, `Thread ${letter}`),
      );
      if (!a || !b) throw new Error('two conversations');
      site.add(a);
      site.add(b);
      await site.attach(extension.context);
      const page = await visit(extension, site, site.threadPath(a.id));
      await expect(page.getByText('Reply number 3').last()).toBeVisible();
      await page.getByRole('link', { name: 'Thread b' }).click();
      await page.waitForTimeout(1_500);
      await page.goBack();
      await page.waitForTimeout(1_500);
      await page.getByRole('link', { name: 'New chat' }).click();
      await page.waitForTimeout(1_200);
      await ask(page, 'A third conversation');
      const c = site.conversations().find(({ id }) => id !== a.id && id !== b.id);
      await expect
        .poll(async () => (await stored(extension)).threads.map((thread) => thread.key).sort())
        .toEqual([a.id, b.id, c?.id].sort());
      const { threads, messages } = await stored(extension);
      for (const conversation of [a, b, c]) {
        const thread = threads.find((each) => each.key === conversation?.id);
        expect(said(messages.filter((message) => message.threadId === thread?.id))).toEqual(
          wanted(conversation),
        );
        expect(thread).toMatchObject({
          url: site.origin + site.threadPath(conversation?.id ?? ''),
          title: conversation?.title.trim(),
        });
      }
    });
  });
}

for (const dialect of dialects) {
  test(`${dialect}: a new chat through a provisional address is one thread under its lasting key`, async ({
    extension,
  }) => {
    const site = replica({ dialect, provisionalAfter: 100, lastingAfter: 2_500 });
    await site.attach(extension.context);
    const page = await visit(extension, site, site.newChatPath);
    await say(page, 'Where does this go?');
    await page.waitForURL(dialect === 'classic' ? /\/c\/WEB:/ : /\/c\/local-chatgpt:/);
    await expect
      .poll(async () => (await stored(extension)).threads.map((thread) => thread.provisional))
      .toEqual([1]);
    await page.waitForURL(/\/c\/[0-9a-f-]{36}$/);
    const [conversation] = site.conversations();
    await expect
      .poll(async () => (await stored(extension)).threads.map((thread) => thread.key))
      .toEqual([conversation?.id]);
    await expect.poll(async () => said((await stored(extension)).messages)).toEqual(wanted(conversation));
    const { threads, messages } = await stored(extension);
    expect(threads).toHaveLength(1);
    expect(threads[0]?.aliases.length).toBeGreaterThan(0);
    expect(new Set(messages.map((message) => message.threadId))).toEqual(new Set([threads[0]?.id]));
  });
}

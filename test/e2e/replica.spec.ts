import { longConversation } from '../replica/script';
import { replica } from '../replica/server';
import { ask, visit, wanted } from './chat';
import { everyDialect, expect, test } from './fixture';
import { squeezed, visibleText } from './visible';

/** A replica that shows something else than its server holds would make every other test worthless. */
for (const dialect of everyDialect) {
  test(`${dialect}: a new chat gets its address and its title, and is the same after a reload`, async ({
    extension,
  }) => {
    const site = replica({ dialect, steps: dialect !== 'gemini' });
    await site.attach(extension.context);
    const page = await visit(extension, site, site.newChatPath);
    await ask(page, 'First line\n\nand a second paragraph');
    await ask(page, 'yes');
    const [conversation] = site.conversations();
    const { id = '', title = '' } = conversation ?? {};
    await page.waitForURL(site.origin + site.threadPath(id));
    await expect(page).toHaveTitle(site.site.pageTitle(title));
    const mounted = () =>
      page.evaluate(() => window.replica.mounted().map(({ role, parts }) => ({ role, parts })));
    const held = conversation?.turns.map(({ role, parts }) => ({ role, parts }));
    expect(await mounted()).toEqual(held);
    await page.reload();
    await expect.poll(mounted).toEqual(held);
    const visible = await visibleText(page);
    for (const { text } of conversation?.turns.flatMap(({ parts }) => parts) ?? [])
      expect(squeezed(visible)).toContain(squeezed(text));
  });

  test(`${dialect}: a long thread shows its end and, as one scrolls up, its beginning`, async ({
    extension,
  }) => {
    const site = replica({ dialect, windowed: 6 });
    const conversation = longConversation(site.site.ids.make(), 20);
    site.add(conversation);
    await site.attach(extension.context);
    const page = await visit(extension, site, site.threadPath(conversation.id));
    const mounted = () => page.evaluate(() => window.replica.mounted().map(({ id }) => id));
    await expect.poll(async () => (await mounted()).at(-1)).toBe(conversation.turns.at(-1)?.id);
    expect((await mounted()).length).toBeLessThan(wanted(conversation).length);
    await expect
      .poll(
        async () => {
          await page.evaluate(() => window.replica.scroller().scrollBy(0, -100_000));
          return (await mounted())[0];
        },
        { timeout: 20_000, intervals: [200] },
      )
      .toBe(conversation.turns[0]?.id);
  });
}

import { replica } from '../replica/server';
import { launch } from './browser';
import { say, visit } from './chat';
import { everyDialect, expect, test } from './fixture';
import { said, stored } from './stored';

/** Together with the number of dialects: twenty. */
const ROUNDS = 4;
/** What P1 promises. */
const PROMISED = 2_000;

for (const dialect of everyDialect) {
  test(`${dialect}: a browser killed in mid-stream, ${ROUNDS} times, has lost nothing shown 2 s before`, async () => {
    test.setTimeout(240_000);
    const long = (prompt: string) => `${prompt}: every word of a long answer counts, and none may be lost. `;
    const site = replica({
      dialect,
      chunk: 17,
      chunkEvery: 60,
      answer: (prompt) => [{ kind: 'text', text: long(prompt).repeat(200) }],
    });
    let profile: string | undefined;
    const lasting: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const extension = await launch(profile === undefined ? {} : { profile });
      profile = extension.profile;
      await site.attach(extension.context);
      const page = await visit(extension, site, site.newChatPath);
      await say(page, `Round ${round}`);
      // Another moment each time, from the first words on.
      await expect
        .poll(() => page.evaluate(() => window.replica.showing().at(-1)?.parts[0]?.text.length ?? 0))
        .toBeGreaterThan(40 + 300 * round);
      await page.waitForTimeout(round * 137);
      const shown = await page.evaluate(() =>
        window.replica.mounted().map(({ role, parts }) => `${role}: ${parts[0]?.text ?? ''}`.trim()),
      );
      await page.waitForTimeout(PROMISED);
      expect(await page.evaluate(() => window.replica.busy())).toBe(true);
      await extension.kill();
      lasting.push(...shown);

      const again = await launch({ profile });
      const { messages, threads } = await stored(again);
      await (round < ROUNDS - 1 ? again.context.close() : again.close());
      expect(threads).toHaveLength(round + 1);
      for (const text of lasting)
        expect(said(messages).filter((each) => each.startsWith(text))).toHaveLength(1);
      expect(messages).toHaveLength(2 * (round + 1));
    }
  });
}

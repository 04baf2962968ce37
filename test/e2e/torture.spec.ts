import { replica } from '../replica/server';
import { type everyDialect, expect, test } from './fixture';
import { stored } from './stored';
import { random } from './torture/random';
import { scroll, steps } from './torture/steps';
import { verdict } from './torture/verdict';
import { lookAround, openTab, type World } from './torture/world';

/** `npm run torture -- <seeds> [first]` runs more of them, or one again. */
const SEEDS = Number(process.env['SEEDS'] ?? 10);
const FIRST = Number(process.env['FIRST_SEED'] ?? 1);
const STEPS = 200;

/** The generations of a site take turns. */
const sites: Readonly<Record<string, readonly (typeof everyDialect)[number][]>> = {
  ChatGPT: ['classic', 'app-shell'],
  Claude: ['claude-rows', 'claude-hub'],
  Gemini: ['gemini'],
};

for (const [name, dialects] of Object.entries(sites)) {
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const dialect = dialects[seed % dialects.length] ?? 'classic';
    // Every third page mounts only what is in view. Not Claude's rows: without ids, a turn below an alternative that is not
    // mounted cannot be told from one below another.
    const windowed = seed % 3 === 0 && dialect !== 'claude-rows' ? 6 : 0;
    const how = windowed > 0 ? `${dialect}, windowed` : dialect;
    test(`${name}, seed ${seed} (${how}): ${STEPS} steps at random lose nothing, double nothing, mix nothing up`, async ({
      extension,
    }) => {
      test.setTimeout(300_000);
      const site = replica({
        dialect,
        windowed,
        chunk: 20,
        chunkEvery: 25,
        thinking: 60,
        flagAfter: 120,
        busyFor: 200,
        confirmedAfter: 40,
        provisionalAfter: 30,
        lastingAfter: 250,
        swapAfter: 150,
      });
      await site.attach(extension.context);
      const world: World = {
        extension,
        site,
        random: random(seed),
        tabs: [],
        lasting: new Map(),
        log: [],
      };
      await openTab(world, site.newChatPath);
      for (let n = 0; n < STEPS; n++) {
        const step = world.random.weighted(steps);
        const tab = world.random.pick(world.tabs);
        const happened = await step.act(world, tab);
        world.log.push(`${n} ${step.name} in tab ${world.tabs.indexOf(tab)}${happened ? '' : ': not now'}`);
        await lookAround(world);
      }
      for (const { page } of world.tabs.splice(0)) await page.close();
      await settle(world);
      const all = await stored(extension);
      const wrong = verdict(world, all);
      await test.info().attach('schedule', { body: world.log.join('\n') });
      // For whoever has to understand a failure.
      const state = { ...all, site: site.conversations(), lasting: [...world.lasting] };
      if (wrong.length > 0) await test.info().attach('state', { body: JSON.stringify(state, null, 2) });
      expect(wrong, `seed ${seed}`).toEqual([]);
    });
  }
}

/** Looks at every thread once more, until the store holds what it shows. */
async function settle(world: World): Promise<void> {
  const { site, extension } = world;
  for (const { id } of site.conversations()) {
    const { page } = await openTab(world, site.threadPath(id));
    await expect.poll(() => page.evaluate(() => window.replica.busy()), { timeout: 20_000 }).toBe(false);
    const ofThis = async () => {
      // A little at a time, as one reads: a list of which parts were jumped over is not known to be whole.
      await scroll(page, -300);
      const all = verdict(world, await stored(extension));
      return all.filter((wrong) => wrong.includes(`${id}: the path`) || wrong.includes(`for ${id}`));
    };
    await expect
      .poll(ofThis, { timeout: 15_000, intervals: [300] })
      .toEqual([])
      .catch(() => undefined);
  }
}

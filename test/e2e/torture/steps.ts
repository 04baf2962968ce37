import type { Page } from '@playwright/test';
import type { ShownTurn } from '../../replica/dialect';
import { forget, openTab, type Tab, type World } from './world';

/** One thing that happens: to the tab it is given, or to the browser. */
interface Step {
  readonly name: string;
  readonly weight: number;
  /** Returns false if it cannot happen now: an edit where nothing was said, a flip where nothing is to flip. */
  act(world: World, tab: Tab): Promise<boolean>;
}

const MOST_TABS = 3;
const MOST_THREADS = 4;
/** Nobody changes what they have not read: an answer is looked at for a moment before another is asked for. */
const READING = 500;

const WORDS = [
  'yes',
  'yes',
  'no',
  'Why is a < b here?',
  '面粉比水多一点吗？',
  'وماذا عن الملح؟',
  '🥖🥖',
  'Two lines\n\nof a prompt',
];

const busy = (page: Page): Promise<boolean> => page.evaluate(() => window.replica.busy());

async function idle(page: Page): Promise<void> {
  for (let look = 0; look < 100 && (await busy(page)); look++) await page.waitForTimeout(100);
  await page.waitForTimeout(READING);
}

const say = (page: Page, text: string): Promise<void> =>
  page.evaluate((words) => {
    const input = document.querySelector('textarea');
    if (input) input.value = words;
    input?.form?.requestSubmit();
  }, text);

/** Changes one of the turns that are in the page; another tab may have been quicker. */
async function change(
  { random }: World,
  page: Page,
  fits: (turn: ShownTurn) => boolean,
  act: (id: string) => Promise<void>,
): Promise<boolean> {
  await idle(page);
  const turns = (await page.evaluate(() => window.replica.mounted())).filter(
    (turn) => turn.changeable && fits(turn),
  );
  if (turns.length === 0) return false;
  return act(random.pick(turns).id).then(
    () => true,
    () => false,
  );
}

const prompt = ({ random, log }: World): string =>
  random.below(3) === 0 ? random.pick(WORDS) : `Question ${log.length}: ${random.pick(WORDS)}`;

export const scroll = (page: Page, by: number): Promise<void> =>
  page.evaluate((y) => window.replica.scroller().scrollBy(0, y), by);

const click = (page: Page, path: string): Promise<void> =>
  page.evaluate((href) => document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click(), path);

/** Through the history, in the page or, past a reload, to the one before it. */
async function travel(page: Page, way: 'back' | 'forward'): Promise<void> {
  await page.evaluate((to) => {
    if (to === 'forward' || navigation.canGoBack) setTimeout(() => history[to]());
  }, way);
  await page.waitForTimeout(100);
  await page.waitForFunction(() => window.replica !== undefined);
}

const anyThread = ({ site, random }: World): string => {
  const all = site.conversations();
  return all.length === 0 ? site.newChatPath : site.threadPath(random.pick(all).id);
};

export const steps: readonly Step[] = [
  {
    name: 'ask',
    weight: 10,
    async act(world, { page }) {
      const isNew = new URL(page.url()).pathname === world.site.newChatPath;
      if (isNew && world.site.conversations().length >= MOST_THREADS) return false;
      await say(page, prompt(world));
      return true;
    },
  },
  {
    name: 'edit',
    weight: 4,
    act(world, { page }) {
      const edit = (id: string) =>
        page.evaluate(([turn, text]) => window.replica.edit(turn, text), [id, prompt(world)] as const);
      return change(world, page, ({ role }) => role === 'user', edit);
    },
  },
  {
    name: 'retry',
    weight: 4,
    act(world, { page }) {
      const retry = (id: string) => page.evaluate((turn) => window.replica.retry(turn), id);
      return change(world, page, ({ role }) => role === 'assistant', retry);
    },
  },
  {
    name: 'flip',
    weight: 4,
    act(world, { page }) {
      const step = world.random.pick([-1, 1]);
      const flip = (id: string) =>
        page.evaluate(([turn, by]) => window.replica.flip(turn, by), [id, step] as const);
      return change(world, page, ({ alternative }) => alternative !== undefined, flip);
    },
  },
  step('wait', 6, ({ random }, { page }) => page.waitForTimeout(random.below(700))),
  step('scroll', 3, ({ random }, { page }) =>
    scroll(page, random.pick([-100_000, -700, -300, 300, 100_000])),
  ),
  step('go to another thread', 5, (world, { page }) => click(page, anyThread(world))),
  step('go to a new chat', 2, ({ site }, { page }) => click(page, site.newChatPath)),
  step('go back', 2, (_, { page }) => travel(page, 'back')),
  step('go forward', 1, (_, { page }) => travel(page, 'forward')),
  step('reload', 3, async (_, tab) => {
    tab.sights = [];
    await tab.page.reload();
    await tab.page.waitForFunction(() => window.replica !== undefined);
  }),
  {
    name: 'open a second tab',
    weight: 3,
    async act(world, tab) {
      if (world.tabs.length >= MOST_TABS) return false;
      const { pathname } = new URL(tab.page.url());
      await openTab(world, world.random.below(2) === 0 ? pathname : anyThread(world));
      return true;
    },
  },
  {
    name: 'close the tab',
    weight: 1,
    async act(world, tab) {
      if (world.tabs.length === 1) return false;
      forget(world, tab);
      await tab.page.close();
      return true;
    },
  },
  step('crash the tab', 2, async (world, tab) => {
    const { pathname } = new URL(tab.page.url());
    forget(world, tab);
    const crashed = tab.page.waitForEvent('crash');
    await tab.page.goto('chrome://crash').catch(() => undefined);
    await crashed;
    await tab.page.close();
    await openTab(world, world.random.below(2) === 0 ? pathname : anyThread(world));
  }),
  step('stop the worker', 3, ({ extension }) => extension.stopWorker()),
];

/** What can always happen. */
function step(name: string, weight: number, act: (world: World, tab: Tab) => Promise<void>): Step {
  return { name, weight, act: (world, tab) => act(world, tab).then(() => true) };
}

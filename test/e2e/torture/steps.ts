import type { Page } from '@playwright/test';
import { forget, openTab, type Tab, type World } from './world';

/** One thing that happens: to the tab it is given, or to the browser. Throws if it cannot happen now. */
interface Step {
  readonly name: string;
  readonly weight: number;
  act(world: World, tab: Tab): Promise<void>;
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

const mountedOf = async (page: Page, role: 'user' | 'assistant'): Promise<string[]> =>
  (await page.evaluate(() => window.replica.mounted()))
    .filter((turn) => turn.role === role && turn.changeable)
    .map(({ id }) => id);

const prompt = ({ random, log }: World): string =>
  random.below(3) === 0 ? random.pick(WORDS) : `Question ${log.length}: ${random.pick(WORDS)}`;

const click = (page: Page, path: string): Promise<void> =>
  page.evaluate((href) => document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click(), path);

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
      if (isNew && world.site.conversations().length >= MOST_THREADS) throw new Error('enough threads');
      await say(page, prompt(world));
    },
  },
  {
    name: 'edit',
    weight: 4,
    async act(world, { page }) {
      await idle(page);
      const id = world.random.pick(await mountedOf(page, 'user'));
      await page.evaluate(([turn, text]) => window.replica.edit(turn, text), [id, prompt(world)] as const);
    },
  },
  {
    name: 'retry',
    weight: 4,
    async act(world, { page }) {
      await idle(page);
      const id = world.random.pick(await mountedOf(page, 'assistant'));
      await page.evaluate((turn) => window.replica.retry(turn), id);
    },
  },
  {
    name: 'flip',
    weight: 4,
    async act({ random }, { page }) {
      await idle(page);
      const shown = await page.evaluate(() => window.replica.mounted());
      const { id } = random.pick(shown.filter(({ alternative, changeable }) => alternative && changeable));
      const step = random.pick([-1, 1]);
      await page.evaluate(([turn, by]) => window.replica.flip(turn, by), [id, step] as const);
    },
  },
  {
    name: 'wait',
    weight: 6,
    act: async ({ random }, { page }) => page.waitForTimeout(random.below(700)),
  },
  { name: 'go to another thread', weight: 5, act: async (world, { page }) => click(page, anyThread(world)) },
  { name: 'go to a new chat', weight: 2, act: async ({ site }, { page }) => click(page, site.newChatPath) },
  { name: 'go back', weight: 2, act: async (_, { page }) => page.evaluate(() => history.back()) },
  { name: 'go forward', weight: 1, act: async (_, { page }) => page.evaluate(() => history.forward()) },
  {
    name: 'reload',
    weight: 3,
    async act(_, tab) {
      tab.sights = [];
      await tab.page.reload();
      await tab.page.waitForFunction(() => window.replica !== undefined);
    },
  },
  {
    name: 'open a second tab',
    weight: 3,
    async act(world, tab) {
      if (world.tabs.length >= MOST_TABS) throw new Error('enough tabs');
      const { pathname } = new URL(tab.page.url());
      await openTab(world, world.random.below(2) === 0 ? pathname : anyThread(world));
    },
  },
  {
    name: 'close the tab',
    weight: 1,
    async act(world, tab) {
      if (world.tabs.length === 1) throw new Error('the last tab');
      forget(world, tab);
      await tab.page.close();
    },
  },
  {
    name: 'crash the tab',
    weight: 2,
    async act(world, tab) {
      const { pathname } = new URL(tab.page.url());
      forget(world, tab);
      const crashed = tab.page.waitForEvent('crash');
      await tab.page.goto('chrome://crash').catch(() => undefined);
      await crashed;
      await tab.page.close();
      await openTab(world, world.random.below(2) === 0 ? pathname : anyThread(world));
    },
  },
  { name: 'stop the worker', weight: 3, act: async ({ extension }) => extension.stopWorker() },
];

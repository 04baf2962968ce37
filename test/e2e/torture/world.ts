import type { Page } from '@playwright/test';
import { asMarkdown } from '../../replica/conversation';
import type { Replica } from '../../replica/server';
import { nodeOf } from '../../replica/tree';
import type { Extension } from '../browser';
import { visit } from '../chat';
import type { Random } from './random';

/** P1: what a page has shown for so long is in the store, whatever happens then. */
const PROMISED = 2_000;

/** Turns as a page showed them at a time, by `nodeOf`. */
interface Sight {
  readonly at: number;
  readonly texts: ReadonlyMap<string, string>;
}

export interface Tab {
  readonly page: Page;
  /** What it showed in the last two seconds. */
  sights: Sight[];
}

/** Everything a schedule acts on. */
export interface World {
  readonly extension: Extension;
  readonly site: Replica;
  readonly random: Random;
  readonly tabs: Tab[];
  /** The longest text that each turn has been shown with for long enough. */
  readonly lasting: Map<string, string>;
  /** What was done so far, for whoever has to understand a failure. */
  readonly log: string[];
}

export async function openTab({ extension, site, tabs }: World, path: string): Promise<Tab> {
  const tab: Tab = { page: await visit(extension, site, path), sights: [] };
  tabs.push(tab);
  return tab;
}

/** What a tab showed just before it goes is not promised. */
export function forget({ tabs }: World, tab: Tab): void {
  tabs.splice(tabs.indexOf(tab), 1);
}

/** Notes what every tab shows, and what it has shown for long enough. */
export async function lookAround(world: World): Promise<void> {
  for (const tab of world.tabs) {
    const shown = await tab.page.evaluate(() => window.replica.mounted()).catch(() => []);
    const at = Date.now();
    const texts = new Map(shown.map((turn) => [nodeOf(turn), asMarkdown(turn.parts)]));
    tab.sights.push({ at, texts });
    const old = tab.sights.filter((sight) => at - sight.at >= PROMISED);
    for (const [node, text] of old.flatMap(({ texts: all }) => [...all])) {
      if (text.length > (world.lasting.get(node)?.length ?? 0)) world.lasting.set(node, text);
    }
    tab.sights = tab.sights.filter((sight) => !old.includes(sight));
  }
}

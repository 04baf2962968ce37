import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { asMarkdown, type ReplicaConversation } from '../replica/conversation';
import type { Replica } from '../replica/server';
import type { Extension } from './browser';

/** Opens a page of a replica site. */
export async function visit(extension: Extension, site: Replica, path: string): Promise<Page> {
  const page = await extension.context.newPage();
  await page.goto(site.origin + path);
  await page.waitForFunction(() => window.replica !== undefined);
  return page;
}

/** Types a prompt and sends it, as a person does. */
export async function say(page: Page, text: string): Promise<void> {
  const shown = () => page.evaluate(() => window.replica.showing().length);
  const before = await shown();
  await page.getByRole('textbox').fill(text);
  await page.keyboard.press('Enter');
  await expect.poll(shown).toBeGreaterThan(before);
}

export async function ask(page: Page, text: string): Promise<void> {
  await say(page, text);
  await expect.poll(() => page.evaluate(() => window.replica.busy()), { timeout: 20_000 }).toBe(false);
}

/** All that a page's console shows from now on, whoever wrote it. */
export function complaints(page: Page): readonly string[] {
  const heard: string[] = [];
  page.on('console', (message) => heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(error.message));
  return heard;
}

/** What a faithful capture of a conversation says. */
export const wanted = (conversation: ReplicaConversation | undefined): string[] =>
  (conversation?.turns ?? []).map(({ role, parts }) => `${role}: ${asMarkdown(parts)}`);

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Extension, launch } from '../e2e/browser';
import { ask, visit, wanted } from '../e2e/chat';
import { said, stored } from '../e2e/stored';
import { replica } from '../replica/server';

/** Text a person might type, and where. */
const CHATS = [
  { dialect: 'app-shell', prompts: ['Can a sourdough starter survive three weeks alone?', 'yes', 'yes'] },
  { dialect: 'claude-hub', prompts: ['Which flour does it like best?'] },
  { dialect: 'gemini', prompts: ['Draw up a feeding plan for May'] },
] as const;

/**
 * Chats on replicas of the three sites at their real host names and shows what was kept. With a display the browser
 * stays open for a person to go on chatting. Returns the exit code: 0 only if every conversation was kept whole.
 */
export async function demo(): Promise<number> {
  const display = hasDisplay();
  const screenshots = join(process.cwd(), '.output', 'screenshots');
  mkdirSync(screenshots, { recursive: true });
  const extension = await launch({ headless: !display });
  const expected: string[] = [];
  for (const { dialect, prompts } of CHATS) {
    const site = replica({ dialect });
    await site.attach(extension.context);
    const page = await visit(extension, site, site.newChatPath);
    await chat(extension, page, prompts);
    await page.screenshot({ path: join(screenshots, `start-${site.site.id}.png`) });
    expected.push(...wanted(site.conversations()[0]));
  }

  const whole = await keptWhole(extension, expected);
  await report(extension);
  console.log(`\nScreenshots: ${screenshots}`);
  console.log(whole ? 'The conversations were kept whole.' : 'The conversations were NOT kept whole.');
  if (display) {
    console.log(
      '\nThe browser stays open: type into a page and watch its popup in the next tab. Close it to end.',
    );
    await new Promise((resolve) => extension.context.once('close', resolve));
  }
  await extension.close();
  return whole ? 0 : 1;
}

/** Asks one prompt after the other and waits until the popup counts each. */
async function chat(extension: Extension, page: Page, prompts: readonly string[]): Promise<void> {
  const popup = await extension.popupFor(page);
  for (const [i, prompt] of prompts.entries()) {
    await page.bringToFront();
    await ask(page, prompt);
    const count = popup.getByTestId('message-count').filter({ hasText: `${i * 2 + 2} messages` });
    await count.waitFor();
    console.log(`  ${await popup.getByTestId('site').textContent()}: ${await count.textContent()}`);
  }
}

const hasDisplay = (): boolean =>
  process.env['CI'] === undefined &&
  (process.platform === 'darwin' ||
    process.platform === 'win32' ||
    Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']));

/** Looks for a while: the last words are stored up to two seconds after they were shown. */
async function keptWhole(extension: Extension, expected: readonly string[]): Promise<boolean> {
  for (let look = 0; look < 20; look++) {
    const { threads, messages } = await stored(extension);
    const final = messages.every((message) => message.state === 'final');
    const kept = threads
      .toSorted((a, b) => a.firstSeenAt - b.firstSeenAt)
      .flatMap(({ id }) => said(messages.filter(({ threadId }) => threadId === id)));
    if (final && kept.join('\0') === expected.join('\0')) return true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return false;
}

async function report(extension: Extension): Promise<void> {
  const { threads, messages } = await stored(extension);
  for (const thread of threads) {
    console.log(
      `\n${thread.title}\n${thread.url}  (${thread.site}, ${thread.ledger.state}, ${thread.messageCount} messages)\n`,
    );
    console.table(
      messages
        .filter((message) => message.threadId === thread.id)
        .map(({ role, state, markdown }) => ({
          role,
          state,
          characters: markdown.length,
          text: firstLine(markdown),
        })),
    );
  }
}

const firstLine = (text: string): string => {
  const line = text.split('\n')[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};

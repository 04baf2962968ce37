import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Extension, launch } from '../e2e/browser';
import { ask, visit, wanted } from '../e2e/chat';
import { said, stored } from '../e2e/stored';
import { replica } from '../replica/server';

/** Text a person might type. */
const PROMPTS = ['Can a sourdough starter survive three weeks alone?', 'yes', 'yes'];

/**
 * Chats on a replica ChatGPT page at its real host name and shows what was kept. With a display the browser stays
 * open for a person to go on chatting. Returns the exit code: 0 only if the conversation was kept whole.
 */
export async function demo(): Promise<number> {
  const display = hasDisplay();
  const screenshots = join(process.cwd(), '.output', 'screenshots');
  mkdirSync(screenshots, { recursive: true });
  const site = replica({ dialect: 'app-shell' });
  const extension = await launch({ headless: !display });
  await site.attach(extension.context);
  const page = await visit(extension, site, '/');
  const popup = await extension.popupFor(page);

  for (const [i, prompt] of PROMPTS.entries()) {
    await page.bringToFront();
    await ask(page, prompt);
    await popup
      .getByTestId('message-count')
      .filter({ hasText: `${i * 2 + 2} messages` })
      .waitFor();
    console.log(`  ${await popup.getByTestId('message-count').textContent()} kept`);
  }
  await page.screenshot({ path: join(screenshots, 'start-page.png') });
  if (!display) await popup.setViewportSize({ width: 360, height: 280 });
  await popup.screenshot({ path: join(screenshots, 'start-popup.png') });

  const [conversation] = site.conversations();
  const whole = await keptWhole(extension, wanted(conversation));
  await report(extension);
  console.log(
    `\nScreenshots: ${join(screenshots, 'start-page.png')}, ${join(screenshots, 'start-popup.png')}`,
  );
  console.log(whole ? 'The conversation was kept whole.' : 'The conversation was NOT kept whole.');
  if (display) {
    console.log(
      '\nThe browser stays open: type into the page and watch the popup in the other tab. Close it to end.',
    );
    await page.bringToFront();
    await new Promise((resolve) => extension.context.once('close', resolve));
  }
  await extension.close();
  return whole ? 0 : 1;
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
    if (threads.length === 1 && final && said(messages).join('\0') === expected.join('\0')) return true;
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

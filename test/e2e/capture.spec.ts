import { expect, test } from '@playwright/test';
import { prompts } from '../replica/script';
import { replica } from '../replica/server';
import { launch } from './browser';
import { ask, visit, wanted } from './chat';
import { said, stored } from './stored';

for (const dialect of ['classic', 'app-shell'] as const) {
  test(`${dialect}: three streamed exchanges are six messages in order`, async () => {
    const extension = await launch();
    const site = replica({ dialect });
    await site.attach(extension.context);
    const page = await visit(extension, site, '/');
    for (const prompt of prompts) await ask(page, prompt);
    const [conversation] = site.conversations();
    await expect.poll(async () => said((await stored(extension)).messages)).toEqual(wanted(conversation));
    const { threads, messages } = await stored(extension);
    expect(threads.map(({ key, provisional }) => ({ key, provisional }))).toEqual([{ key: conversation?.id, provisional: 0 }]);
    await expect.poll(async () => (await stored(extension)).messages.map((m) => m.state)).toEqual(messages.map(() => 'final'));
    await extension.close();
  });
}

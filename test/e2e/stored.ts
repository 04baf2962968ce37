import type { Page } from '@playwright/test';
import type { Message } from '../../src/model/message';
import { messageSchema } from '../../src/model/message';
import { z } from '../../src/model/schema';
import { type Thread, threadSchema } from '../../src/model/thread';
import type { Extension } from './browser';

/** What is really in the extension's IndexedDB, read without any code of ours, checked against the model. */
export interface Stored {
  readonly threads: Thread[];
  /** In reading order. */
  readonly messages: Message[];
  readonly revisions: unknown[];
}

export async function stored(extension: Extension): Promise<Stored> {
  const page = await extension.open('manifest.json'); // the same origin, and none of our code in it
  try {
    const { threads, messages, revisions } = await readTables(page, ['threads', 'messages', 'revisions']);
    return {
      threads: z.parse(z.array(threadSchema), threads) as Thread[],
      messages: (z.parse(z.array(messageSchema), messages) as Message[]).sort(
        (a, b) => a.position - b.position,
      ),
      revisions: revisions ?? [],
    };
  } finally {
    await page.close();
  }
}

const readTables = (page: Page, names: string[]): Promise<Record<string, unknown[]>> =>
  page.evaluate(async (tables) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await done(indexedDB.open('threadkeeper'));
    const result: Record<string, unknown[]> = {};
    for (const name of tables) {
      result[name] = db.objectStoreNames.contains(name)
        ? await done(db.transaction(name).objectStore(name).getAll())
        : [];
    }
    db.close();
    return result;
  }, names);

/** A message as a test compares it. */
export const said = (messages: readonly Message[]): string[] =>
  messages.map(({ role, markdown }) => `${role}: ${markdown}`);

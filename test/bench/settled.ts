import type { BrowserContext, Page } from '@playwright/test';

/** Until a page that has come to rest is no longer looked at. */
export const REST = 4_000;

/** Waits until a thread that was just opened has been read, and kept by the worker if there is one. */
export async function settled(context: BrowserContext, page: Page, turns: number): Promise<void> {
  const [worker] = context.serviceWorkers();
  while (worker && (await worker.evaluate(countMessages, new URL(page.url()).pathname)) < turns)
    await page.waitForTimeout(200);
  await page.waitForTimeout(REST);
}

/** Runs in the worker, without any code of ours. */
const countMessages = async (path: string): Promise<number> => {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const names = (await indexedDB.databases()).map(({ name }) => name);
  if (!names.includes('threadkeeper')) return 0; // to open it now would make an empty one
  const db = await done(indexedDB.open('threadkeeper'));
  const read = db.transaction(['threads', 'messages']);
  const threads: { id: string; url: string }[] = await done(read.objectStore('threads').getAll());
  const id = threads.find(({ url }) => url.endsWith(path))?.id;
  const index = read.objectStore('messages').index('[threadId+position]');
  const count =
    id === undefined ? 0 : await done(index.count(IDBKeyRange.bound([id, -Infinity], [id, Infinity])));
  db.close();
  return count;
};

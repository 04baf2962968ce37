import type { ThreadId } from '../model/ids';
import type { Message } from '../model/message';
import type { Thread } from '../model/thread';
import { aliasOf } from './adopt';
import { messagesOf, type Store } from './db';

/** Reads for pages and worker alike; pages follow them with `liveQuery`. */
export { liveQuery } from 'dexie';

/** The thread under the first of these keys that is stored; a provisional key also finds what was adopted from it. */
export async function findThread(
  db: Store,
  site: string,
  keys: readonly string[],
): Promise<Thread | undefined> {
  for (const key of keys) {
    const thread =
      (await db.threads.where('[site+key]').equals([site, key]).first()) ??
      (await db.threads.where('aliases').equals(aliasOf(site, key)).first());
    if (thread) return thread;
  }
  return undefined;
}

/** The newest message on the active path. */
export const lastMessage = (db: Store, thread: ThreadId): Promise<Message | undefined> =>
  messagesOf(db, thread)
    .reverse()
    .filter((row) => row.active === 1)
    .first();

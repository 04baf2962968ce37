import { Dexie } from 'dexie';
import type { ThreadId } from '../model/ids';
import type { Message } from '../model/message';
import type { Thread } from '../model/thread';
import { aliasOf } from './adopt';
import type { Store } from './db';

/** Reads for pages and worker alike. A provisional key finds the thread that was adopted from it. */
export async function findThread(db: Store, site: string, key: string): Promise<Thread | undefined> {
  const thread = await db.threads.where('[site+key]').equals([site, key]).first();
  return thread ?? db.threads.where('aliases').equals(aliasOf(site, key)).first();
}

export const lastMessage = (db: Store, thread: ThreadId): Promise<Message | undefined> =>
  db.messages.where('[threadId+position]').between([thread, Dexie.minKey], [thread, Dexie.maxKey]).last();

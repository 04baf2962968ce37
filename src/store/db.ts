import { Dexie, type Table } from 'dexie';
import type { MessageId, ThreadId } from '../model/ids';
import type { Memory } from '../model/memory';
import type { Message, Revision } from '../model/message';
import type { Sequence } from '../model/order';
import { noPaths, type Paths } from '../model/path';
import type { Thread } from '../model/thread';

/** Order and paths of a thread, and the other keys its messages are known by: `aliases[other] = key`. */
export interface ThreadOrder extends Sequence, Paths {
  readonly threadId: ThreadId;
  readonly aliases: Readonly<Record<string, string>>;
}

export type Store = Dexie & {
  threads: Table<Thread, ThreadId>;
  messages: Table<Message, MessageId>;
  revisions: Table<Revision, [MessageId, number]>;
  orders: Table<ThreadOrder, ThreadId>;
  memories: Table<Memory, string>;
};

/** Each version is frozen once released; a change of shape is a new one with its own migration and test. */
export function openStore(name = 'threadkeeper'): Store {
  const db = new Dexie(name) as Store;
  db.version(1).stores({
    threads: 'id, [site+key], lastSeenAt, [site+provisional], *aliases',
    messages: 'id, [threadId+position], [threadId+active]',
    revisions: '[messageId+revision], threadId',
    orders: 'threadId',
    memories: 'id, threadId, status',
    outbox: '++id, threadId',
    receipts: '[target+threadId]',
  });
  return db;
}

/** A thread's messages in reading order. */
export const messagesOf = (db: Store, thread: ThreadId) =>
  db.messages.where('[threadId+position]').between([thread, Dexie.minKey], [thread, Dexie.maxKey]);

/** The order of a thread; one that was stored before alternatives were has no paths. */
export async function orderOf(db: Store, thread: ThreadId): Promise<ThreadOrder | undefined> {
  const order = await db.orders.get(thread);
  return order && { ...noPaths, ...order };
}

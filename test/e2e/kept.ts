import { asMarkdown } from '../replica/conversation';
import type { Replica } from '../replica/server';
import type { Extension } from './browser';
import { wanted } from './chat';
import { stored } from './stored';

/** A conversation as it is compared: what is shown, in order, and what stood in its place before. */
interface Kept {
  readonly path: string[];
  readonly others: string[];
}

/** What the store holds of each conversation, by its key. */
export async function kept(extension: Extension): Promise<Record<string, Kept>> {
  const { threads, messages } = await stored(extension);
  return Object.fromEntries(
    threads.map(({ id, key }) => {
      const own = messages.filter(({ threadId }) => threadId === id);
      const texts = (active: 0 | 1) =>
        own.flatMap((row) => (row.active === active ? [`${row.role}: ${row.markdown}`] : []));
      return [key, { path: texts(1), others: texts(0).sort() }];
    }),
  );
}

/** What a faithful capture of everything a site ever showed holds. */
export const shouldBeKept = (site: Replica): Record<string, Kept> =>
  Object.fromEntries(
    site.conversations().map((conversation) => {
      const shown = new Set(conversation.turns);
      const others = conversation.tree.filter((turn) => !shown.has(turn));
      return [
        conversation.id,
        {
          path: wanted(conversation),
          others: others.map(({ role, parts }) => `${role}: ${asMarkdown(parts)}`).sort(),
        },
      ];
    }),
  );

import { blockSchema } from './block';
import type { MessageId, ThreadId } from './ids';
import { z } from './schema';
import { branchSchema, roleSchema, stateSchema } from './turn';

/** A turn with an identity, a place in its thread and a revision history, as the store keeps it. */
export const messageSchema = z.object({
  id: z.custom<MessageId>(isId),
  threadId: z.custom<ThreadId>(isId),
  key: z.string(),
  role: roleSchema,
  /** Ascending in reading order; fractional, so that a turn found later can go between two others. */
  position: z.number(),
  active: z.union([z.literal(0), z.literal(1)]),
  markdown: z.string(),
  blocks: z.array(blockSchema),
  model: z.optional(z.string()),
  createdAt: z.optional(z.number()),
  firstSeenAt: z.number(),
  changedAt: z.number(),
  state: stateSchema,
  revision: z.int().check(z.minimum(1)),
  ordinal: z.optional(z.int()),
  branch: z.optional(branchSchema),
  draft: z.optional(z.string()),
  /**
   * What an answer without an id said when it seemed finished, before it went on. Should its page say that another answer
   * was written in its place, this is what it said.
   */
  outgrew: z.optional(z.object({ markdown: z.string(), blocks: z.array(blockSchema), at: z.number() })),
});
export type Message = z.infer<typeof messageSchema>;

/** An earlier text of a message, kept when a final text was replaced. */
export type Revision = Pick<Message, 'threadId' | 'revision' | 'markdown' | 'blocks'> & {
  messageId: MessageId;
  seenAt: number;
};

export function isId(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(value)
  );
}

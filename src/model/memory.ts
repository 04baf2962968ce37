import type { MessageId, ThreadId } from './ids';
import { isId } from './message';
import { z } from './schema';

/** One durable thing distilled from a thread. Without evidence that is really in the thread it is not saved. */
export const memorySchema = z.object({
  id: z.string(),
  threadId: z.custom<ThreadId>(isId),
  type: z.enum(['decision', 'insight', 'procedure', 'fact', 'experience']),
  title: z.string(),
  content: z.string(),
  labels: z.array(z.string().check(z.regex(/^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u), z.lowercase())),
  importance: z.number().check(z.minimum(0.1), z.maximum(1)),
  language: z.string(),
  evidence: z
    .array(z.object({ messageId: z.custom<MessageId>(isId), quote: z.string() }))
    .check(z.minLength(1)),
  status: z.enum(['draft', 'accepted', 'rejected', 'superseded']),
  engine: z.string(),
  createdAt: z.number(),
});
export type Memory = z.infer<typeof memorySchema>;

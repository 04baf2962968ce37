import type { ThreadId } from './ids';
import { isId } from './message';
import { z } from './schema';

/** What is known of a thread's completeness, and why. */
const ledgerSchema = z.object({
  state: z.enum(['live', 'complete', 'partial', 'unknown']),
  captured: z.int(),
  /** How many turns the thread has as far as the site tells. */
  expected: z.optional(z.int()),
  /** `watched`: seen from its first turn on; `ordinals`: the site numbers its turns; `none`: nothing tells. */
  evidence: z.enum(['watched', 'ordinals', 'none']),
  checkedAt: z.number(),
});
export type Ledger = z.infer<typeof ledgerSchema>;

/** One conversation on one site. */
export const threadSchema = z.object({
  id: z.custom<ThreadId>(isId),
  site: z.string(),
  key: z.string(),
  /** 1 until the site has given the conversation its lasting id. */
  provisional: z.union([z.literal(0), z.literal(1)]),
  /** `site/key` of the provisional keys it had before; a page still showing one of them writes to this thread. */
  aliases: z.array(z.string()),
  url: z.string(),
  title: z.string(),
  model: z.optional(z.string()),
  createdAt: z.optional(z.number()),
  firstSeenAt: z.number(),
  lastSeenAt: z.number(),
  messageCount: z.int(),
  ledger: ledgerSchema,
  /** Last read from a page that its site's dialects no longer explain: parts may be missing. */
  drift: z.optional(z.boolean()),
});
export type Thread = z.infer<typeof threadSchema>;

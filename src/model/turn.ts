import { blockSchema } from './block';
import { isKey, ROOT } from './keys';
import { z } from './schema';

export const roleSchema = z.enum(['user', 'assistant', 'system', 'tool']);
export type Role = z.infer<typeof roleSchema>;

export const stateSchema = z.enum(['streaming', 'final']);

const key = z.string().check(z.refine(isKey));

export const branchSchema = z.object({ shown: z.int(), of: z.int() });
export type Branch = z.infer<typeof branchSchema>;

/** One message as a page shows it: the only thing a site must produce. */
const turnSchema = z.object({
  /** The site's own id where the page shows one, else one made of parent, role and ordinal; never of text. */
  key,
  /** Keys the same turn may have been seen under before: earlier ids of a growing answer, or the derived one. */
  formerKeys: z.array(key),
  role: roleSchema,
  markdown: z.string(),
  blocks: z.array(blockSchema),
  state: stateSchema,
  model: z.optional(z.string()),
  createdAt: z.optional(z.number()),
  /** The place in the thread that the site itself states, counted from 1. It orders, it never identifies. */
  ordinal: z.optional(z.int()),
  /** How many turns the site says its thread has. */
  total: z.optional(z.int()),
  /** Which of how many alternatives the page shows in this place: the pager of edits and retries. */
  branch: z.optional(branchSchema),
  /** Was it seen to take the place of another turn under a key that says only where it stands? */
  anew: z.optional(z.boolean()),
  /** Which of several answers under one id the page shows, where the site has such. */
  draft: z.optional(z.string().check(z.maxLength(256))),
});
export type Turn = z.infer<typeof turnSchema>;

/** What one pass over a page found new, for one thread. */
export const batchSchema = z.object({
  site: z.string().check(z.minLength(1), z.maxLength(32)),
  thread: z.object({
    key,
    /** True while the site has not given the conversation its lasting id. */
    provisional: z.boolean(),
    /** Provisional keys this conversation had earlier on the same page: those threads are adopted. */
    formerKeys: z.array(key),
    /** Was it watched from its first prompt on? */
    begun: z.optional(z.boolean()),
    /** Did the user ask for this one, which would not be kept otherwise? */
    asked: z.optional(z.boolean()),
    url: z.string().check(z.maxLength(4096)),
    title: z.optional(z.string().check(z.maxLength(1024))),
    /** The page does not fit what is known of its site. */
    drift: z.optional(z.boolean()),
  }),
  /**
   * The keys of all mounted turns in reading order, once for each time that others were mounted. `null` where turns
   * may stand between two of them; an empty key first where nothing stands before them.
   */
  windows: z.array(z.array(z.union([key, z.literal(ROOT), z.null()]))),
  turns: z.array(turnSchema),
});
export type Batch = z.infer<typeof batchSchema>;

import { z } from '../model/schema';
import type { Pause } from '../model/status';
import { batchSchema } from '../model/turn';

/** All keys that a conversation goes by. */
const threadKeys = z.array(z.string());

/**
 * Every message the worker answers: who may send it, and what it must look like.
 * `content`: a content script in the top frame of a page of the site it names · `page`: one of our own pages.
 */
export const protocol = {
  'capture/hello': {
    from: 'content',
    request: z.object({ site: z.string(), threadKeys: z.optional(threadKeys) }),
  },
  'capture/keep': { from: 'content', request: batchSchema },
  'capture/health': { from: 'content', request: z.object({ site: z.string(), drift: z.boolean() }) },
  /** A tab has waited out a pause, by a clock that nobody can set back. */
  'capture/waited': { from: 'content', request: z.object({ site: z.string(), until: z.number() }) },
  /**
   * Pauses the narrowest thing that is named: the thread, else the site, else everything. Resuming lifts all that
   * blocks it.
   */
  'capture/switch': {
    from: 'page',
    request: z.object({
      enabled: z.boolean(),
      site: z.optional(z.string()),
      threadKeys: z.optional(threadKeys),
      forAnHour: z.optional(z.boolean()),
    }),
  },
} as const satisfies Record<string, Entry>;

interface Entry {
  readonly from: 'content' | 'page';
  readonly request: z.ZodMiniType;
}

export type Name = keyof typeof protocol;
export type NameFrom<From extends Entry['from']> = {
  [N in Name]: (typeof protocol)[N]['from'] extends From ? N : never;
}[Name];
export type Request<N extends Name> = z.infer<(typeof protocol)[N]['request']>;

interface Responses {
  /** May this tab be captured, and if not, why not? */
  'capture/hello': { capture: 'on' } | { capture: 'private' } | { capture: 'paused'; pause: Pause };
  'capture/keep': { written: number };
  'capture/health': { drift: boolean };
  'capture/waited': { ended: true };
  'capture/switch': { enabled: boolean };
}
export type Response<N extends Name> = Responses[N];

/** `paused` and `private` are no failures: the tab goes quiet. `failed` may pass; the rest says what is wrong. */
export type ErrorCode = 'refused' | 'paused' | 'private' | 'storage-full' | 'storage-unavailable' | 'failed';
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: { readonly code: ErrorCode; readonly message: string } };

/** Why turns are not reaching the store. `refused` is a bug of ours: the worker did not accept what was read. */
export type Problem = 'storage-full' | 'storage-unavailable' | 'unreachable' | 'refused';

/** What the capture of one tab says of itself to the popup. */
export interface TabStatus {
  readonly site: string;
  readonly siteName: string;
  /** `paused`: switched off by the user · `private`: a private window · the rest is where the address leads. */
  readonly state: 'capturing' | 'new' | 'temporary' | 'none' | 'paused' | 'private';
  /** Keys the conversation is filed under, once it has turns: the present one, then those it had before. */
  readonly threadKeys: readonly string[];
  readonly problem?: Problem;
  /** Turns read but not yet acknowledged by the worker. */
  readonly waiting: number;
}

/** Why turns are not reaching the store. `refused` is a bug of ours: the worker did not accept what was read. */
export type Problem = 'storage-full' | 'storage-unavailable' | 'unreachable' | 'refused';

/**
 * How a page no longer fits what is known of its site. `unread`: it looks like a conversation and nothing of it was
 * read · `text`: it shows words that no turn has · `ids`: its turns have lost their ids · `marks`: it has renamed
 * what marks code, formulas and the like · `empty`: a turn shows something that was not read.
 */
export type Drift = 'unread' | 'text' | 'ids' | 'marks' | 'empty';

/** What the capture of one tab says of itself to the popup. */
export interface TabStatus {
  readonly site: string;
  readonly siteName: string;
  /**
   * `paused`: switched off by the user · `private`: a private window · `untold`: a new chat that may turn out to be a
   * temporary one · the rest is where the address leads.
   */
  readonly state: 'capturing' | 'new' | 'untold' | 'temporary' | 'none' | 'paused' | 'private';
  /** Keys the conversation is filed under, once it has turns: the present one, then those it had before. */
  readonly threadKeys: readonly string[];
  readonly problem?: Problem;
  readonly drift?: Drift;
  /** Turns read but not yet acknowledged by the worker. */
  readonly waiting: number;
}

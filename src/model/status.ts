/** Why turns are not reaching the store. `refused` is a bug of ours: the worker did not accept what was read. */
export type Problem = 'storage-full' | 'storage-unavailable' | 'unreachable' | 'refused';

/**
 * How a page no longer fits what is known of its site. `unread`: it looks like a conversation and nothing of it was
 * read · `text`: it shows words that no turn has · `ids`: its turns have lost their ids · `marks`: it has renamed
 * what marks code, formulas and the like · `empty`: a turn shows something that was not read.
 */
export type Drift = 'unread' | 'text' | 'ids' | 'marks' | 'empty';

/** What the user paused, the widest if more than one thing, and when that ends by itself. */
export interface Pause {
  readonly scope: 'everywhere' | 'site' | 'thread';
  readonly until?: number;
}

/** What the capture of one tab says of itself to the popup. */
export interface TabStatus {
  readonly site: string;
  readonly siteName: string;
  /**
   * `paused`: by the user, see `pause` · `private`: a private window · `untold`: a new chat that may turn out to be a
   * temporary one, `unaddressed` once it has turns · the rest is where the address leads.
   */
  readonly state:
    | 'capturing'
    | 'new'
    | 'untold'
    | 'unaddressed'
    | 'temporary'
    | 'none'
    | 'paused'
    | 'private';
  /** Keys the conversation is filed under, once it has turns: the present one, then those it had before. */
  readonly threadKeys: readonly string[];
  readonly pause?: Pause;
  /** Is it kept only because the user asked for this one: a temporary chat, or one in a private window? */
  readonly asked?: boolean;
  readonly problem?: Problem;
  readonly drift?: Drift;
  /** Turns read but not yet acknowledged by the worker. */
  readonly waiting: number;
}

/** What the capture of one tab says of its own work: numbers and names of ours, no word and no key of a conversation. */
export interface Diagnostics {
  readonly site: string;
  readonly siteName: string;
  readonly state: TabStatus['state'];
  /** Is the page hidden and unchanging, so that it is only glanced at? */
  readonly resting: boolean;
  /** The generation of the site's pages it is read as; none where no conversation is known. */
  readonly dialect?: string;
  /** Turns of the conversation: in the page at the last look, and ever seen there by this script. */
  readonly mounted: number;
  readonly known: number;
  readonly lastBatch?: { readonly at: number; readonly turns: number };
  /** Turns read but not yet acknowledged by the worker. */
  readonly waiting: number;
  readonly problem?: Problem;
  readonly drift?: Drift;
  /** Since when this script runs in the page, the milliseconds it has spent there, and the changes it was told of. */
  readonly since: number;
  readonly spent: number;
  readonly changes: number;
}

import type { Block } from '../model/block';
import type { Branch, Role } from '../model/turn';
import type { Memory } from './markdown';

/** Where an address leads, as far as the address alone can tell. */
export type Place =
  | { readonly kind: 'thread'; readonly key: string; readonly provisional: boolean }
  /**
   * A page on which a conversation may start: it has no key yet. `untold`: a chat that the site will not keep looks
   * the same there, so nothing is kept before it has an address.
   */
  | { readonly kind: 'new'; readonly untold?: boolean }
  /** A chat that the site itself will not keep. Neither do we. */
  | { readonly kind: 'temporary' }
  | { readonly kind: 'none' };

/** One turn as it stands in the page right now. Whether it is finished is judged over time, in `capture`. */
export interface Reading {
  readonly key: string;
  readonly formerKeys: readonly string[];
  readonly role: Role;
  readonly markdown: string;
  readonly blocks: readonly Block[];
  readonly model?: string;
  readonly createdAt?: number;
  /** The place in the thread that the site states, counted from 1, and how many turns it says there are. */
  readonly ordinal?: number;
  readonly total?: number;
  readonly branch?: Branch;
  /** Its number among the rows that are loaded now: neighbours differ by one. It says nothing else, and may change. */
  readonly row?: number;
  /** Which of several answers under one id is shown. */
  readonly draft?: string;
  /**
   * For how many milliseconds this text must stand still before it counts as final: 0 when the page leaves no
   * doubt, more when the signs are weak. No single flag of any site can be trusted, so a dialect combines them.
   */
  readonly patience: number;
}

/** One generation of a site's DOM. Pure: it reads elements, keeps nothing, waits for nothing, changes nothing. */
export interface Dialect {
  readonly id: string;
  /** Every selector it reads by: data, so that a redesign is a change of data, and a test can break each in turn. */
  readonly selectors: Readonly<Record<string, string>>;
  /** Is the page of this generation? Decided by structure, never by labels, which are in the user's language. */
  fits(page: Document): boolean;
  /** The part of the page that holds the conversation being shown; hidden earlier pages and sidebars are outside. */
  scope(page: Document): Element | null;
  /** Selector of one turn's element inside the scope. Turns do not nest. */
  readonly turn: string;
  /** Selector of what holds turns that are read together: what shows in one may change what the other says. */
  readonly group?: string;
  /** Selector of what is opened beside the conversation and shows the content of a card in it. */
  readonly panel?: string;
  /** Attributes whose change may change a reading. Text and added or removed nodes are watched anyway. */
  readonly attributes: readonly string[];
  /** Do turns show ids of their own? Then a page without them is no longer of this generation. */
  readonly ids: boolean;
  /**
   * Reads one turn. `before` is the mounted turn that precedes it, not always its neighbour in the thread. Returns
   * nothing for an element that is no turn, or one that cannot be told from others yet. `known` goes to `readTurn`: what
   * it need not read again.
   */
  read(turn: Element, before: Reading | undefined, known?: Memory): Reading | undefined;
  /** What only ever stands inside something else: alone, it says that the page has renamed that. */
  readonly together?: readonly (readonly [part: string, whole: string])[];
  /** Words in the scope that belong to no turn and are none: what the self-check does not ask for. */
  readonly aside?: string;
}

/** A chat site: a plain object of pure functions. Adding one touches nothing but `sites/index.ts`. */
export interface Site {
  readonly id: string;
  readonly name: string;
  /** Match patterns of the pages the content script runs on. */
  readonly matches: readonly string[];
  place(url: URL): Place;
  /** The thread's title, or nothing while the page shows only the site's name. */
  title(page: Document): string | undefined;
  /** Newest first; the first that fits is used, and only that one. */
  readonly dialects: readonly Dialect[];
}

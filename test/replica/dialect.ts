import type { Part, ReplicaBehaviour } from './conversation';
import type { ReplicaSite } from './site';
import type { Alternative } from './tree';

/** A turn as the replica page is to show it now. */
export interface ShownTurn {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly parts: readonly Part[];
  readonly step: { readonly id: string; readonly parts: number } | undefined;
  readonly done: boolean;
  /** Sent from this page and not yet confirmed by the server. */
  readonly pending: boolean;
  /** Written on this page since it was loaded, so that its passing ids are of the live kind. */
  readonly live: boolean;
  /** When the answer was begun, by the server's clock, and how long ago; for what is long finished, for ever. */
  readonly startedAt: number | undefined;
  readonly age: number;
  /** Which draft of the answer this is, and where it stands in the conversation, from 0. */
  readonly draft: string | undefined;
  readonly place: number;
  /** Which of several alternatives this is, where one can go from one to the other. */
  readonly alternative: Alternative | undefined;
  /** May a prompt be edited, an answer be asked for again? */
  readonly changeable: boolean;
}

export interface Screen {
  /** What is loaded; older turns may still be on the server. */
  readonly turns: readonly ShownTurn[];
  /** Index of each mounted turn. */
  readonly mounted: ReadonlySet<number>;
  /** Height of an unmounted or windowed turn; 0 when nothing is windowed. */
  readonly rowHeight: number;
  /** Older turns than these are still on the server, or on their way from it. */
  readonly owed: boolean;
  readonly loading: boolean;
  readonly conversation: string;
  readonly title: string | undefined;
}

/** How a list of turns behaves when it is windowed. */
export interface ListRules {
  /** A row is a turn, or a prompt with its answer. */
  readonly turnsPerRow: 1 | 2;
  /** Fixed, so that positions are known without measuring; 0 where nothing unmounts. */
  readonly rowHeight: number;
  /** So many of the newest rows never unmount: the window has a hole when one scrolls up. */
  readonly pinned: number;
  /** Rows it opens with, and rows that come at a time when the top is reached; without it all are there. */
  readonly history?: { readonly first: number; readonly more: number };
}

/** When an answer's text begins, after it was asked for, and how long it seems busy after the last word. */
export interface Pace {
  readonly thinking: number;
  readonly busyFor: number;
}

/** One generation of a site: draws the shell once and the conversation again and again. */
export interface ReplicaDialect {
  readonly site: ReplicaSite;
  readonly list: ListRules;
  /** Can a reader of the page tell the turns' ids? */
  readonly showsIds: boolean;
  /** Which turns may be changed: the newest prompt, which is then gone, and drafts of its answer; else any. */
  readonly changes?: 'newest';
  /** Path of a new chat before its lasting id is known, on sites that have one. */
  provisionalPath?(id: string): string;
  pace?(behaviour: ReplicaBehaviour): Pace;
  /** Draws the page round the conversation; returns what the engine drives. */
  shell(body: HTMLElement, behaviour: ReplicaBehaviour): Shell;
}

export interface Shell {
  readonly sidebar: HTMLElement;
  readonly form: HTMLFormElement;
  readonly input: HTMLTextAreaElement;
  /** The element that scrolls, and how far it is from the top of what is loaded. */
  scroller(): HTMLElement;
  fromTop(): number;
  scrollTo(fromTop: number): void;
  /** The address has changed already, what is shown has not yet. */
  leave?(): void;
  /** Another conversation takes the screen. */
  open(): void;
  draw(screen: Screen): void;
}

export interface Exchange {
  readonly user: ShownTurn;
  readonly answer: ShownTurn | undefined;
  readonly mounted: boolean;
}

/** Prompts with their answers, for pages that draw them as one. */
export const exchangesOf = ({ turns, mounted }: Screen): Exchange[] =>
  turns.flatMap((user, i) => {
    if (user.role !== 'user') return [];
    const next = turns[i + 1];
    return [{ user, answer: next?.role === 'assistant' ? next : undefined, mounted: mounted.has(i) }];
  });

export const textOf = (turn: ShownTurn): string => turn.parts.map((part) => part.text).join('\n\n');

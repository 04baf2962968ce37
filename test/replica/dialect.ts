import type { Part, ReplicaBehaviour } from './conversation';

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
}

export interface Screen {
  readonly turns: readonly ShownTurn[];
  /** Index of each mounted turn. */
  readonly mounted: ReadonlySet<number>;
  /** Height of an unmounted or windowed turn; 0 when nothing is windowed. */
  readonly rowHeight: number;
  /** Older turns than these are still on the server. */
  readonly owed: boolean;
  readonly conversation: string;
}

/** One generation of the site: draws the shell once and the conversation again and again. */
export interface ReplicaDialect {
  /** Path of a new chat before its lasting id is known. */
  provisionalPath(id: string): string;
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
  /** Another conversation takes the screen. */
  open(): void;
  draw(screen: Screen): void;
}

export const words = {
  en: {
    you: 'You said:',
    it: 'ChatGPT said:',
    copy: 'Copy',
    stop: 'Stop',
    send: 'Send',
    prompt: 'Ask anything',
  },
  de: {
    you: 'Du hast gesagt:',
    it: 'ChatGPT hat gesagt:',
    copy: 'Kopieren',
    stop: 'Stopp',
    send: 'Senden',
    prompt: 'Stelle irgendeine Frage',
  },
} as const;

export type Words = (typeof words)[keyof typeof words];

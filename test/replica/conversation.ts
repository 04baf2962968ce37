/** What a replica site serves: invented conversations in the shape the real sites have. */

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string; readonly language: string };

export interface ReplicaTurn {
  /** What a faithful capture knows the message by, where the page shows it. */
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly parts: readonly Part[];
  /** An answer in two messages: the first so many parts belong to a message of another id. */
  readonly step?: { readonly id: string; readonly parts: number };
  /** When the answer began to stream, by the server's clock; absent for what is long finished. */
  readonly startedAt?: number;
  /** Which draft of an answer this is: drafts share the answer's id (Gemini). */
  readonly draft?: string;
}

export interface ReplicaConversation {
  readonly id: string;
  readonly title: string;
  /** What is shown now, of the alternatives the one chosen last. */
  readonly turns: readonly ReplicaTurn[];
}

/** How the site behaves. Times are milliseconds. */
export interface ReplicaBehaviour {
  readonly dialect: 'classic' | 'app-shell' | 'claude-rows' | 'claude-hub' | 'gemini';
  /** Characters an answer grows by, and how often. */
  readonly chunk: number;
  readonly chunkEvery: number;
  /** From sending to the first word. */
  readonly thinking: number;
  /** From the row of an answer to the sign that it is streaming, before which it has no text (Claude). */
  readonly flagAfter: number;
  /** From the last word to the sign that it was the last (Gemini). */
  readonly busyFor: number;
  /** From sending to the prompt's own id, to the provisional address, and to the lasting one. */
  readonly confirmedAfter: number;
  readonly provisionalAfter: number;
  readonly lastingAfter: number;
  /** Does the lasting address replace the provisional one, or is it a step of its own in the history? */
  readonly lastingBy: 'replace' | 'push';
  /** Are answers given in two messages, as when a tool was used? */
  readonly steps: boolean;
  /** From a change of address to the change of turns. */
  readonly swapAfter: number;
  /**
   * Turns mounted at a time (classic, Claude) or exchanges (app shell); 0 loads and mounts everything. On Gemini any
   * number makes it open with the newest exchanges only; nothing unmounts there.
   */
  readonly windowed: number;
  /** Until older turns have come from the server (app shell, Claude hub, Gemini). */
  readonly historyAfter: number;
  /** Is scripted scrolling undone until the wheel is turned (Claude hub)? */
  readonly pinsTail: boolean;
  /** The older build lacks what newer ones add: names of rows (Claude rows), the middle element (Gemini). */
  readonly build: 'newer' | 'older';
  readonly language: 'en' | 'de';
}

export const behaviour: ReplicaBehaviour = {
  dialect: 'classic',
  chunk: 12,
  chunkEvery: 30,
  thinking: 150,
  flagAfter: 300,
  busyFor: 600,
  confirmedAfter: 100,
  provisionalAfter: 60,
  lastingAfter: 500,
  lastingBy: 'replace',
  steps: false,
  swapAfter: 300,
  windowed: 0,
  historyAfter: 120,
  pinsTail: false,
  build: 'newer',
  language: 'en',
};

export const textPart = (text: string): Part => ({ kind: 'text', text });

const lengthOf = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + part.text.length, 0);

/** The first `count` characters of an answer, as far as it has been written. */
export function written(parts: readonly Part[], count: number): Part[] {
  let left = count;
  return parts.flatMap((part) => {
    if (left <= 0) return [];
    const shown = { ...part, text: part.text.slice(0, left) };
    left -= part.text.length;
    return [shown];
  });
}

/** How many characters of a turn are to be seen at a time, and whether that is all. */
export function progress(
  turn: ReplicaTurn,
  now: number,
  { chunk, chunkEvery, thinking, busyFor }: ReplicaBehaviour,
): { count: number; done: boolean } {
  const all = lengthOf(turn.parts);
  if (turn.startedAt === undefined) return { count: all, done: true };
  const writing = now - turn.startedAt - thinking;
  const count = Math.max(0, Math.floor(writing / chunkEvery)) * chunk;
  const whole = Math.ceil(all / chunk) * chunkEvery;
  return { count: Math.min(count, all), done: count >= all && writing >= whole + busyFor };
}

/** What a faithful capture of these parts says. */
export const asMarkdown = (parts: readonly Part[]): string =>
  parts
    .map((part) => (part.kind === 'text' ? part.text : `\`\`\`${part.language}\n${part.text}\n\`\`\``))
    .join('\n\n');

import { type Part, type ReplicaConversation, type ReplicaTurn, textPart } from './conversation';
import { retake } from './script';
import type { ReplicaSite } from './site';
import { type Alternative, alternativesTo, find, grow, lead, nodeOf, type ReplicaTree } from './tree';

/** What a page asks its server for. Turns are named by `nodeOf`; a prompt's id is made by the page. */
export type Change =
  /** `after`: the last turn that the page shows, which another tab may have gone beyond. */
  | { readonly kind: 'send'; readonly id: string; readonly text: string; readonly after?: string }
  | { readonly kind: 'edit'; readonly turn: string; readonly id: string; readonly text: string }
  | { readonly kind: 'retry'; readonly turn: string }
  | { readonly kind: 'flip'; readonly turn: string; readonly step: number };

export interface ChangeRequest {
  /** Absent for a new chat whose id the server makes. */
  readonly conversation?: string;
  readonly change: Change;
}

/** What the page hears of its conversation: what is shown, and where there is more than that. */
export interface Reply {
  readonly conversation: ReplicaConversation;
  readonly alternatives: Readonly<Record<string, Alternative>>;
  /** The server's time. */
  readonly skew: number;
}

interface Author {
  readonly site: ReplicaSite;
  readonly answer: (prompt: string, n: number) => Part[];
  readonly steps: boolean;
}

/** Makes the answers of a site and changes its conversations. */
export function changer({ site, answer, steps }: Author) {
  /** An answer to the n-th prompt; `take` counts all that were ever given at its place. */
  const answered = (prompt: ReplicaTurn, n: number, take: number, first: boolean): ReplicaTurn => ({
    ...site.answerIds(prompt.id, first),
    role: 'assistant',
    parts: retake(answer(wordsOf(prompt), n), take),
    startedAt: Date.now(),
    ...(steps && { step: { id: crypto.randomUUID(), parts: 1 } }),
  });

  /** The conversation after a change; undefined when that cannot be, as when another tab was quicker. */
  return (before: ReplicaTree | undefined, id = site.ids.make(), change: Change): ReplicaTree | undefined => {
    if (change.kind === 'send') {
      const conversation = before ?? treeOfNew(id, change.text);
      const prompt = promptOf(change);
      const place = conversation.turns.findIndex((turn) => nodeOf(turn) === change.after) + 1;
      return grow(conversation, change.after, [prompt, answered(prompt, Math.floor(place / 2), 1, true)]);
    }
    const turn = before && find(before, change.turn);
    if (!turn) return undefined;
    const all = alternativesTo(before, turn);
    if (change.kind === 'flip') {
      const other = all[all.indexOf(turn) + change.step];
      return other && lead(before, nodeOf(other));
    }
    const path = lead(before, change.turn).turns;
    const n = Math.floor(path.findIndex((each) => nodeOf(each) === change.turn) / 2);
    if (change.kind === 'edit') {
      const prompt = promptOf(change);
      return grow(before, turn.parent, [prompt, answered(prompt, n, takesOf(before, turn) + 1, true)]);
    }
    const prompt = find(before, turn.parent ?? '');
    return prompt && grow(before, turn.parent, [answered(prompt, n, takesOf(before, prompt) + 1, false)]);
  };
}

const treeOfNew = (id: string, text: string): ReplicaTree => ({
  id,
  title: text.replace(/\s+/g, ' ').slice(0, 40),
  turns: [],
  tree: [],
  chosen: {},
});

const promptOf = ({ id, text }: { id: string; text: string }): ReplicaTurn => ({
  id,
  role: 'user',
  parts: [textPart(text)],
});

const wordsOf = ({ parts }: ReplicaTurn): string => parts.map(({ text }) => text).join('\n\n');

/** How many answers were ever given to a prompt or to an alternative of it. */
function takesOf(conversation: ReplicaTree, prompt: ReplicaTurn): number {
  const prompts = new Set(alternativesTo(conversation, prompt).map(nodeOf));
  return conversation.tree.filter(({ parent }) => parent !== undefined && prompts.has(parent)).length;
}

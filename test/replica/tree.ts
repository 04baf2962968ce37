import type { ReplicaConversation, ReplicaTurn } from './conversation';

/** Everything ever said in a conversation: edits and retries are alternatives, of which one is shown. */

export interface TreeTurn extends ReplicaTurn {
  /** The turn it follows, by `nodeOf`; the first turn and its alternatives have none. */
  readonly parent?: string;
}

export interface ReplicaTree extends ReplicaConversation {
  /** All turns in the order they were made. */
  readonly tree: readonly TreeTurn[];
  /** Below each turn (`''`: at the beginning) the alternative that was shown last. */
  readonly chosen: Readonly<Record<string, string>>;
}

/** Which of several alternatives is shown, from 1. */
export interface Alternative {
  readonly shown: number;
  readonly of: number;
}

/** Tells a turn from every other: drafts of one answer share its id. */
export const nodeOf = ({ id, draft }: { id: string; draft?: string | undefined }): string => draft ?? id;

/** A conversation that was never changed. */
export const treeOf = ({ id, title, turns }: ReplicaConversation): ReplicaTree =>
  grow({ id, title, turns: [], tree: [], chosen: {} }, undefined, turns);

/** Goes on below a turn, or anew at the beginning; that is then what is shown. */
export function grow(
  conversation: ReplicaTree,
  parent: string | undefined,
  turns: readonly ReplicaTurn[],
): ReplicaTree {
  let above = parent;
  const grown = turns.map((turn): TreeTurn => {
    const placed = above === undefined ? turn : { ...turn, parent: above };
    above = nodeOf(turn);
    return placed;
  });
  return lead({ ...conversation, tree: [...conversation.tree, ...grown] }, above);
}

/** Shows the path that leads to a turn and goes on below it as it was shown last. */
export function lead(conversation: ReplicaTree, node: string | undefined): ReplicaTree {
  const { tree } = conversation;
  const byNode = new Map(tree.map((turn) => [nodeOf(turn), turn]));
  const chosen = { ...conversation.chosen };
  for (let turn = byNode.get(node ?? ''); turn; turn = byNode.get(turn.parent ?? ''))
    chosen[turn.parent ?? ''] = nodeOf(turn);
  const turns: ReplicaTurn[] = [];
  for (let turn = byNode.get(chosen[''] ?? ''); turn; turn = byNode.get(chosen[nodeOf(turn)] ?? ''))
    turns.push(turn);
  return { ...conversation, chosen, turns };
}

export const find = ({ tree }: ReplicaTree, node: string): TreeTurn | undefined =>
  tree.find((turn) => nodeOf(turn) === node);

/** A turn and its alternatives in the order they were made. */
export const alternativesTo = ({ tree }: ReplicaTree, { parent, role }: TreeTurn): TreeTurn[] =>
  tree.filter((turn) => turn.parent === parent && turn.role === role);

/** For each turn shown that has alternatives, which of them it is. */
export function alternatives(conversation: ReplicaTree): Readonly<Record<string, Alternative>> {
  const below = new Map<string | undefined, TreeTurn[]>();
  for (const turn of conversation.tree) {
    const all = below.get(turn.parent);
    if (all) all.push(turn);
    else below.set(turn.parent, [turn]);
  }
  const shown = conversation.turns.flatMap((turn: TreeTurn) => {
    const all = below.get(turn.parent) ?? [];
    const alternative = { shown: all.indexOf(turn) + 1, of: all.length };
    return all.length > 1 ? [[nodeOf(turn), alternative] as const] : [];
  });
  return Object.fromEntries(shown);
}

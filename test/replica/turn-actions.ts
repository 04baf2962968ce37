import type { Change } from './change';
import type { TurnActions } from './controls';
import type { ShownTurn } from './dialect';
import { nodeOf } from './tree';

interface Engine {
  mounted(): readonly ShownTurn[];
  busy(): boolean;
  promptId(): string;
  /** Shows a prompt at a place, instead of what is there and below, and asks for its answer. */
  say(text: string, place: number, change: Change & { id: string }): Promise<void>;
  /** Shows what the server answers instead of what is shown. */
  replace(change: Change): Promise<void>;
}

/** Changes to what was said, as far as the site allows them now. */
export function turnActions({ mounted, busy, promptId, say, replace }: Engine): TurnActions {
  const changeable = (id: string, role?: ShownTurn['role']): ShownTurn => {
    const turn = mounted().find((each) => each.id === id);
    if (!turn?.changeable || (role ?? turn.role) !== turn.role || busy())
      throw new Error(`${id} cannot be changed now.`);
    return turn;
  };
  return {
    async edit(id, text) {
      const turn = changeable(id, 'user');
      await say(text, turn.place, { kind: 'edit', turn: nodeOf(turn), id: promptId(), text });
    },
    async retry(id) {
      await replace({ kind: 'retry', turn: nodeOf(changeable(id, 'assistant')) });
    },
    async flip(id, step) {
      const turn = changeable(id);
      const { shown, of } = turn.alternative ?? { shown: 1, of: 1 };
      if (shown + step < 1 || shown + step > of) throw new Error(`${id} has no such alternative.`);
      await replace({ kind: 'flip', turn: nodeOf(turn), step });
    },
  };
}

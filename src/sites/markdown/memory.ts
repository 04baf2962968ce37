import { isForm, propertyOf } from './dom';
import type { Piece, Walk } from './walk';

/**
 * What was read of the blocks of turns that grow, for as long as nothing in them changes: an answer that is being
 * written costs its last block, not its length. Whoever keeps one must tell it of every change, or make it doubtful: then
 * a block is known only as long as its text has the same length, and what else may change is for the keeper to think of.
 */
export interface Memory {
  recall(block: Element, walk: Walk): readonly Piece[] | undefined;
  remember(block: Element, walk: Walk, pieces: readonly Piece[]): void;
  /** Something changed in this node: whatever it is a part of, up to the turn, has to be read again. */
  forget(changed: Node, turn: Element | null | undefined): void;
  /** This was put where it stands, perhaps from elsewhere: nothing of it is known. */
  forgetAll(added: Element): void;
}

/** A page may change for hours where nothing is ever read. */
const MOST = 1_000;

/** Where a block stands may change how it is read. */
type Context = Pick<Walk, 'rules' | 'verbatim' | 'linked' | 'cell'>;

interface Known {
  readonly context: Context;
  readonly pieces: readonly Piece[];
  readonly length: number;
}

export function memory(doubtful = false): Memory {
  const known = new WeakMap<Node, Known>();
  const lengthOf = (block: Element): number => (doubtful ? block.textContent.length : 0);
  /** Forgotten since something was remembered: so is whatever they are a part of. */
  const forgotten = new Set<Node>();
  return {
    recall(block, walk) {
      const found = known.get(block);
      return found && isSame(found.context, walk) && found.length === lengthOf(block)
        ? found.pieces
        : undefined;
    },
    remember(block, { rules, verbatim, linked, cell }, pieces) {
      forgotten.clear();
      known.set(block, { context: { rules, verbatim, linked, cell }, pieces, length: lengthOf(block) });
    },
    forget(changed, turn) {
      for (let node: Node | null = changed; node && node !== turn; node = parentOf(node)) {
        if (forgotten.has(node)) return;
        if (forgotten.size > MOST) forgotten.clear();
        forgotten.add(node);
        known.delete(node);
      }
    },
    forgetAll(added) {
      known.delete(added);
      if (isForm(added) || added.firstElementChild)
        for (const inner of Element.prototype.querySelectorAll.call(added, '*')) known.delete(inner);
    },
  };
}

const parentOf = (node: Node): Node | null =>
  isForm(node) ? propertyOf(node, 'parentNode') : node.parentNode;

const isSame = (a: Context, b: Context): boolean =>
  a.rules === b.rules && a.verbatim === b.verbatim && a.linked === b.linked && a.cell === b.cell;

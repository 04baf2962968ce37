import { browser } from '../browser';

/** The life of this script in its page. It ends when the extension is updated, reloaded or removed under it. */
export interface Life {
  /** Aborted at the end. */
  readonly signal: AbortSignal;
  /** Looks whether the extension has gone, and if so ends everything of this script. */
  isOver(): boolean;
}

/** A symbol: a name could be that of an element in the page. */
const MARK = Symbol.for('threadkeeper/life');

/**
 * Begins a life, unless another script of this very extension already lives here: then nothing.
 *
 * An update leaves the old script in the page, in a world of its own, and the browser does not tell it. It need not be
 * told by the new one either, since the page could listen and could say the same to silence us. It can deliver nothing
 * any more, and whatever wakes it, be it a change of the page or a timer, finds that its extension has no id: so it
 * ends with the first thing it would have done.
 */
export function beginLife(): Life | undefined {
  const world = globalThis as { [MARK]?: Life };
  if (world[MARK]?.isOver() === false) return undefined;
  const controller = new AbortController();
  const { signal } = controller;
  const life = {
    signal,
    isOver() {
      if (!signal.aborted && browser.runtime?.id === undefined) controller.abort();
      return signal.aborted;
    },
  };
  world[MARK] = life;
  return life;
}

/** What a page tells of its changes: all of them, or, while an answer is written, all but those in its turn. */
export interface Observation {
  all(attributes: readonly string[]): void;
  allBut(turn: Element, attributes: readonly string[]): void;
  /** These were told: what was put beside the turn that is left out is observed too. */
  noted(records: readonly MutationRecord[]): void;
  disconnect(): void;
}

/**
 * A site may change an answer a hundred times a second, and whoever observes that is called as often. An observer of the
 * whole page cannot leave a part of it out: so everything beside the turn is observed, everything beside what it stands
 * in, and what it stands in for what is put there. However often a node is observed, it tells of a change once.
 */
export function observation(page: Document, told: (records: MutationRecord[]) => void): Observation {
  const observer = new MutationObserver(told);
  let without: Element | undefined;
  let filter: readonly string[] = [];
  let along: MutationObserverInit = {};
  let inside: MutationObserverInit = {};
  /** Those of which all is observed: a long thread is not gone through for each answer. */
  let whole = new WeakSet<Node>();

  const filterBy = (attributes: readonly string[]): void => {
    if (attributes === filter && along.childList) return;
    const records = observer.takeRecords();
    if (records.length > 0) queueMicrotask(() => told(records));
    disconnect();
    filter = attributes;
    along = { childList: true, ...(filter.length > 0 && { attributeFilter: [...filter] }) };
    inside = { ...along, subtree: true, characterData: true };
  };
  const disconnect = (): void => {
    without = undefined;
    whole = new WeakSet();
    observer.disconnect();
  };

  const observeWhole = (node: Node): void => {
    if (whole.has(node)) return;
    whole.add(node);
    observer.observe(node, inside);
  };
  const observeAlong = (node: Node): void => {
    whole.delete(node);
    observer.observe(node, along);
  };

  /** By a walker: a form hides its own properties behind its fields. */
  const observeBeside = (turn: Element): void => {
    const walker = page.createTreeWalker(page, NodeFilter.SHOW_ELEMENT);
    for (let node: Node | null = turn; node; node = walker.parentNode()) {
      observeAlong(node);
      for (const step of ['previousSibling', 'nextSibling'] as const) {
        walker.currentNode = node;
        for (let other = walker[step](); other; other = walker[step]()) observeWhole(other);
      }
      walker.currentNode = node;
    }
    observeAlong(page);
  };

  const observeAdded = (turn: Element, { target, addedNodes }: MutationRecord): void => {
    if (addedNodes.length === 0 || target === turn || !holds(target, turn)) return;
    for (const node of addedNodes) {
      // It was moved, and stands beside other things now.
      if (holds(node, turn)) without = undefined;
      else observeWhole(node);
    }
  };

  return {
    all(attributes) {
      filterBy(attributes);
      without = undefined;
      observeWhole(page);
    },
    allBut(turn, attributes) {
      filterBy(attributes);
      if (turn === without) return;
      without = turn;
      observeBeside(turn);
    },
    noted(records) {
      for (const record of records) if (without) observeAdded(without, record);
    },
    disconnect,
  };
}

const holds = (outer: Node, inner: Node): boolean => Node.prototype.contains.call(outer, inner);

/** The elements that a selector finds in an element, itself included. */
export const matchesIn = (element: Element, selector: string): Element[] => [
  ...(element.matches(selector) ? [element] : []),
  ...element.querySelectorAll(selector),
];

/** Does a change of the page bring or take away something that the selector finds? */
export function addsOrRemoves(record: MutationRecord, selector: string): boolean {
  const holds = (node: Node): boolean => {
    if (node.nodeType !== 1) return false;
    const element = node as Element;
    return (
      element.matches(selector) ||
      (element.firstElementChild !== null && element.querySelector(selector) !== null)
    );
  };
  for (const node of record.addedNodes) if (holds(node)) return true;
  for (const node of record.removedNodes) if (holds(node)) return true;
  return false;
}

/** A list of nodes as an array. Counted: the list's own iterator costs ten times as much. */
export function listOf<T>(list: ArrayLike<T>): T[] {
  const items: T[] = [];
  for (let i = 0; i < list.length; i++) items.push(list[i] as T);
  return items;
}

export const queryAll = (root: ParentNode, selector: string): Element[] =>
  listOf(root.querySelectorAll(selector));

/** Of elements in the order of the page, those that are in no other. */
export function outermost(elements: Iterable<Element>): Element[] {
  const roots: Element[] = [];
  for (const element of elements) if (!roots.at(-1)?.contains(element)) roots.push(element);
  return roots;
}

/**
 * A form answers to the names of its fields: one called `matches` or `childNodes` takes the place of the real thing. So
 * nothing may be asked of a form, not even its tag. Nobody says anything in one: it is where things are typed.
 */
export const isForm = (node: Node): boolean => node instanceof HTMLFormElement;

const siblingOf = Object.getOwnPropertyDescriptor(Node.prototype, 'nextSibling')?.get;
const nextOf = (node: Node): Node | null => (isForm(node) ? siblingOf?.call(node) : node.nextSibling);

/** What stands in an element, in order: its child elements, and the text between them, however many nodes it is in. */
export function contentOf(parent: Element): (string | Element)[] {
  // Most elements hold text only. Not to touch its nodes is half the cost of reading a page.
  if (parent.firstElementChild === null) return [parent.textContent];
  const content: (string | Element)[] = [];
  let text = '';
  const endText = (): void => {
    if (text !== '') content.push(text);
    text = '';
  };
  for (let node: Node | null = parent.firstChild; node; node = nextOf(node)) {
    if (node.nodeType === 3) text += node.nodeValue ?? '';
    else if (node.nodeType === 1 && !isForm(node)) {
      endText();
      content.push(node as Element);
    }
  }
  endText();
  return content;
}

/**
 * The text nodes below an element, and the elements that `mark` turns into a text of their own; what `leave` is true
 * for is left out with all that is in it. No recursion: a hostile page is as deep as it likes.
 */
export function textBelow(
  root: Element,
  leave: (element: Element) => boolean,
  mark: (element: Element) => string = () => '',
): string {
  const walker = root.ownerDocument.createTreeWalker(
    root,
    5 /* elements and text */,
    (node) => (node.nodeType === 1 && leave(node as Element) ? 2 /* reject */ : 1) /* accept */,
  );
  let text = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    text += node.nodeType === 3 ? (node.nodeValue ?? '') : mark(node as Element);
  return text;
}

/** Elements that stand on lines of their own. */
export const BLOCKS: ReadonlySet<string> = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DETAILS DD DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN OL P PRE SECTION SUMMARY TABLE TD TH TR UL'.split(
    ' ',
  ),
);

/**
 * Forms are left out of all of these: no one says a form, and its fields hide its properties. Of
 * `<form><input name="children"></form>`, the children are an input.
 */
export const isForm = (node: Node): boolean => node instanceof HTMLFormElement;

/** Counted: the list's own iterator costs ten times as much. */
function withoutForms(list: ArrayLike<Element>): Element[] {
  const elements: Element[] = [];
  for (let i = 0; i < list.length; i++) {
    const element = list[i];
    if (element && !isForm(element)) elements.push(element);
  }
  return elements;
}

export const queryAll = (root: ParentNode, selector: string): Element[] =>
  withoutForms(root.querySelectorAll(selector));

/** Of elements in the order of the page, those that are in no other. */
export function outermost(elements: Iterable<Element>): Element[] {
  const roots: Element[] = [];
  for (const element of elements) if (!roots.at(-1)?.contains(element)) roots.push(element);
  return roots;
}

export const childrenOf = (parent: Element): Element[] => withoutForms(parent.children);

/** A property of what may be a form: asked of the prototype, it is its own. */
export const propertyOf = <K extends keyof Element>(element: Node, name: K): Element[K] =>
  Reflect.get(Element.prototype, name, element);

/** What stands in an element, in order: its child elements, and the text between them, however many nodes it is in. */
export function contentOf(parent: Element): (string | Element)[] {
  // Most elements hold text only. Not to touch its nodes is half the cost of reading a page.
  if (parent.firstElementChild === null) return [parent.textContent];
  const content: (string | Element)[] = [];
  let text = '';
  let node: Node | null = parent.firstChild;
  while (node) {
    if (node.nodeType === 3) {
      text += node.nodeValue ?? '';
      node = node.nextSibling;
    } else if (isForm(node)) node = propertyOf(node, 'nextSibling');
    else {
      if (node.nodeType === 1) {
        if (text !== '') content.push(text);
        text = '';
        content.push(node as Element);
      }
      node = node.nextSibling;
    }
  }
  if (text !== '') content.push(text);
  return content;
}

/**
 * The text of an element. `instead` gives what stands for an element inside it, or nothing if its own text does;
 * `apart` parts the words of blocks. Keeps a stack of its own: a page may nest deeper than calls can.
 */
export function textOf(
  root: Element,
  instead: (element: Element) => string | undefined,
  apart = false,
): string {
  const texts: string[] = [];
  const rest = contentOf(root).reverse();
  for (let part = rest.pop(); part !== undefined; part = rest.pop()) {
    const text = typeof part === 'string' ? part : instead(part);
    if (text !== undefined || typeof part === 'string') {
      texts.push(text ?? '');
      continue;
    }
    const gap = apart && BLOCKS.has(part.tagName);
    if (gap) rest.push(' ');
    for (const inner of contentOf(part).reverse()) rest.push(inner);
    if (gap) rest.push(' ');
  }
  return texts.join('');
}

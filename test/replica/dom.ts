import type { Part } from './conversation';

type Child = Node | string | undefined | false;

/** Builds an element: attributes by name, `true` for an empty one, children last. */
export function h(
  tag: string,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
  ...children: Child[]
): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '');
    else if (typeof value === 'string') element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

/** Draws parts into a root as a site does while it streams: what stands is left alone, the end grows. */
export function drawParts(root: Element, parts: readonly Part[], make: (part: Part) => HTMLElement): void {
  parts.forEach((part, i) => {
    let element = root.children[i];
    if (!element || element.getAttribute('data-kind') !== part.kind) {
      const fresh = make(part);
      fresh.setAttribute('data-kind', part.kind);
      if (element) element.replaceWith(fresh);
      else root.append(fresh);
      element = fresh;
    }
    const target = element.querySelector('[data-text]') ?? element;
    const node = target.firstChild;
    if (node === null) target.append(part.text);
    else if (node.nodeValue !== part.text) node.nodeValue = part.text;
  });
  while (root.children.length > parts.length) root.lastElementChild?.remove();
}

/** Sets an attribute only if that changes something, as frameworks do. */
export function set(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Writes an element's text only if that changes it. */
export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** An attribute without a value, there or not. */
export function toggleAttribute(element: Element, name: string, there: boolean): void {
  if (element.hasAttribute(name) !== there) element.toggleAttribute(name, there);
}

const owners = new WeakMap<Element, string>();

/** Does an element that is used again show something else than when this was asked last? */
export function isPassedOn(element: Element, to: string): boolean {
  const before = owners.get(element);
  owners.set(element, to);
  return before !== undefined && before !== to;
}

/** A button that shows something within an element, and hides it again. */
export function discloses(button: HTMLElement, within: Element, make: () => HTMLElement): void {
  let shown: HTMLElement | undefined;
  button.addEventListener('click', () => {
    shown?.remove();
    shown = shown ? undefined : make();
    if (shown) within.append(shown);
    button.setAttribute('aria-expanded', String(shown !== undefined));
  });
}

/** Shows an element as the last child of another, or nowhere. */
export function toggle(element: Element, within: Element, shown: boolean): void {
  if (!shown) element.remove();
  else if (!element.isConnected) within.append(element);
}

/** One row of a list: told apart by what the page need not show. */
export interface Row {
  readonly key: string;
  make(): HTMLElement;
}

/** Keeps an element for each row that is wanted, in order and last in the list; the others are unmounted. */
export function keeper(list: HTMLElement): (rows: readonly Row[]) => HTMLElement[] {
  const kept = new Map<string, HTMLElement>();
  return (rows) => {
    const keys = new Set(rows.map(({ key }) => key));
    for (const [key, element] of kept) {
      if (keys.has(key)) continue;
      element.remove();
      kept.delete(key);
    }
    const elements = rows.map(({ key, make }) => {
      const element = kept.get(key) ?? make();
      kept.set(key, element);
      return element;
    });
    let next: HTMLElement | null = null;
    for (const element of elements.toReversed()) {
      if (element.parentElement !== list || element.nextElementSibling !== next)
        list.insertBefore(element, next);
      next = element;
    }
    return elements;
  };
}

/** A programming language as a code block's label spells it. */
export const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

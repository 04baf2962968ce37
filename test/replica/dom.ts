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

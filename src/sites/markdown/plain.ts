import { isChrome } from './rules';

/** The words of an element without chrome, and without one part of it. */
export function plainText(element: Element, except?: Element): string {
  let text = '';
  const visit = (node: Node): void => {
    if (node === except) return;
    if (node.nodeType === 3) text += node.nodeValue ?? '';
    else if (node.nodeType === 1 && !isChrome(node as Element))
      for (const child of node.childNodes) visit(child);
    // Lines of their own are not one word.
    if (/^(?:DIV|P|LI|H[1-6])$/.test(node.nodeName)) text += ' ';
  };
  for (const child of element.childNodes) visit(child);
  return text.replace(/\s+/g, ' ').trim();
}

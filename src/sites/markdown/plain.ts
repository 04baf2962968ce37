import { queryAll, textBelow } from './dom';
import { CHROME } from './rules';

/** The words of an element without chrome, and without one part of it. */
export function plainText(element: Element, except?: Element): string {
  const controls: ReadonlySet<Element> = new Set(queryAll(element, CHROME));
  // Lines of their own are not one word.
  const gap = ({ tagName }: Element): string => (/^(?:DIV|P|LI|H[1-6])$/.test(tagName) ? ' ' : '');
  const text = textBelow(element, (part) => part === except || controls.has(part), gap);
  return text.replace(/\s+/g, ' ').trim();
}

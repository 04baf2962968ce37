import { queryAll, textOf } from './dom';
import { CHROME } from './rules';

/** The words of an element without chrome, and without one part of it. Lines of their own are not one word. */
export function plainText(element: Element, except?: Element): string {
  const controls: ReadonlySet<Node> = new Set(queryAll(element, CHROME));
  const text = textOf(element, (part) => (part === except || controls.has(part) ? '' : undefined), true);
  return text.replace(/\s+/g, ' ').trim();
}

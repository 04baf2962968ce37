/** KaTeX draws a formula three times over; the others keep its source in an attribute. All seen on real pages. */
export const MATH = '.katex-display, .katex, [data-math], [data-math-source], [data-markdown-copy="math"]';
const DISPLAY = '.katex-display, .math-block, [data-math-display], [display="block"]';

export interface Formula {
  readonly tex: string;
  readonly display: boolean;
}

/** The formula that an element draws, as it was written. */
export function readMath(element: Element): Formula | undefined {
  if (!element.matches(MATH)) return undefined;
  const annotation = element.querySelector('annotation[encoding="application/x-tex"]')?.textContent;
  const tex =
    annotation ??
    element.getAttribute('data-math') ??
    element.getAttribute('data-math-source') ??
    element.getAttribute('aria-label');
  if (!tex?.trim()) return undefined;
  return { tex: tex.trim(), display: element.matches(DISPLAY) || element.querySelector(DISPLAY) !== null };
}

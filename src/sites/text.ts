import type { Block } from '../model/block';

/** Never said by anyone: controls, icons, and what only screen readers or nobody at all is shown. */
const CHROME = 'button, svg, script, style, template, iframe, textarea, [hidden], [role=status], .sr-only';

const PARAGRAPH = /^(?:P|DIV|UL|OL|BLOCKQUOTE|TABLE|SECTION|ARTICLE|FIGURE|HR|H[1-6])$/;
const LINE = /^(?:LI|TR)$/;

/** Selectors a dialect adds to the common rules. */
export interface TextRules {
  /** More chrome of this dialect. */
  readonly skip: string;
  /** What is a code block, as a whole with its header. */
  readonly code: string;
}

/** The visible text of an element as text and code blocks, in reading order. Reads, never changes. */
export function readBlocks(root: Element, rules: TextRules): Block[] {
  const blocks: Block[] = [];
  const skip = `${CHROME}, ${rules.skip}`;
  let text = '';

  const endText = (): void => {
    const markdown = text.replace(/^\n+|\s+$/g, '');
    if (markdown !== '') blocks.push({ type: 'text', markdown });
    text = '';
  };
  const gap = (newlines: number): void => {
    if (text === '' || text.endsWith('\n- ')) return; // a list item's first paragraph stands beside its mark
    // Counted from the end: a pattern would look through the whole text at each element.
    let present = 0;
    while (present < newlines && text.at(-1 - present) === '\n') present++;
    text += '\n'.repeat(newlines - present);
  };
  const addText = (data: string, asIs: boolean): void => {
    if (asIs) text += data;
    else {
      const folded = data.replace(/\s+/g, ' ');
      text += text === '' || text.endsWith('\n') ? folded.trimStart() : folded;
    }
  };
  const visit = (element: Element, asIs: boolean): void => {
    for (const node of element.childNodes) {
      if (node.nodeType === 3) addText(node.nodeValue ?? '', asIs);
      else if (node.nodeType === 1) visitElement(node as Element, asIs);
    }
  };
  const visitElement = (element: Element, asIs: boolean): void => {
    if (element.matches(skip)) return;
    if (element.matches(rules.code)) {
      endText();
      blocks.push(readCode(element));
    } else if (element.tagName === 'BR') text += '\n';
    else if (element.classList.contains('katex')) {
      // A formula stands in the page three times over; the annotation is the one that was written.
      addText(`$${element.querySelector('annotation')?.textContent ?? element.textContent}$`, true);
    } else {
      const lines = PARAGRAPH.test(element.tagName) ? 2 : LINE.test(element.tagName) ? 1 : 0;
      gap(lines);
      if (element.tagName === 'LI') text += text === '' ? '\n- ' : '- ';
      visit(element, asIs || element.classList.contains('whitespace-pre-wrap'));
      gap(lines);
    }
  };

  visitElement(root, false);
  endText();
  return blocks;
}

/** A code block, whichever of the sites' viewers draws it: a plain `code` element or CodeMirror's lines. */
function readCode(element: Element): Block {
  const content = element.querySelector('.cm-content') ?? element.querySelector('code') ?? element;
  const text = codeText(content).replace(/\n$/, '');
  const language = codeLanguage(element, content);
  return {
    type: 'code',
    text,
    ...(language !== undefined && { language }),
    // CodeMirror leaves out lines that are far off screen and puts a gap there.
    ...(content.querySelector('.cm-gap') !== null && { truncated: true }),
  };
}

function codeText(content: Element): string {
  const lines = [...content.querySelectorAll('.cm-line')];
  if (lines.length > 0) return lines.map((line) => line.textContent).join('\n');
  let text = '';
  const visit = (node: Node): void => {
    if (node.nodeType === 3) text += node.nodeValue ?? '';
    else if ((node as Element).tagName === 'BR') text += '\n';
    else for (const child of node.childNodes) visit(child);
  };
  visit(content);
  return text;
}

/** Stated on the code itself, or only as the header's words: then it must look like a language's name. */
function codeLanguage(element: Element, content: Element): string | undefined {
  const stated =
    content.getAttribute('data-language') ??
    /(?:^|\s)language-([^\s]+)/.exec(element.querySelector('code')?.className ?? '')?.[1];
  if (stated !== undefined) return stated.toLowerCase();
  const label = headerText(element, content);
  return /^[\w+#. -]{1,24}$/.test(label) ? label.toLowerCase() : undefined;
}

function headerText(element: Element, content: Element): string {
  let text = '';
  const visit = (node: Node): void => {
    if (node === content) return;
    if (node.nodeType === 3) text += node.nodeValue ?? '';
    else if (node.nodeType === 1 && !(node as Element).matches(CHROME))
      for (const child of node.childNodes) visit(child);
  };
  visit(element);
  return text.trim();
}

import type { Block } from '../../model/block';
import { queryAll, textOf } from './dom';
import { plainText } from './plain';

/** A code block, whichever of the sites' viewers draws it: a plain `code` element or CodeMirror's lines. */
export function readCode(element: Element): Block {
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
  const lines = queryAll(content, '.cm-line');
  if (lines.length > 0) return lines.map((line) => line.textContent).join('\n');
  if (content.querySelector('br') === null) return content.textContent;
  return textOf(content, (part) => (part.tagName === 'BR' ? '\n' : undefined));
}

/** Stated on the code itself, or only as the header's words: then it must look like a language's name. */
function codeLanguage(element: Element, content: Element): string | undefined {
  const stated =
    content.getAttribute('data-language') ??
    /(?:^|\s)language-([^\s]+)/.exec(element.querySelector('code')?.className ?? '')?.[1];
  if (stated !== undefined) return stated.toLowerCase();
  const label = plainText(element, content);
  return /^[\w+#. -]{1,24}$/.test(label) ? label.toLowerCase() : undefined;
}

import type { Block } from '../../model/block';
import { toMarkdown } from '../../model/markdown';
import { cellMath, codeSpan } from './escape';

/** A cell holds one line: blocks become spans, and breaks are written as such. */
export const printCell = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => {
      if (block.type === 'math') return cellMath(block.tex);
      if (block.type === 'code') return block.text.split('\n').map(codeSpan).join('\n');
      return toMarkdown([block]);
    })
    .join('\n\n')
    .trim()
    .replace(/\|/g, '\\|')
    .replace(/\\?\n+/g, '<br>');

export function printTable(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (width === 0) return '';
  const print = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, i) => cells[i] ?? '').join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [print(head), print(Array.from({ length: width }, () => '---')), ...body.map(print)].join('\n');
}

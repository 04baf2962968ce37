import { toMarkdown } from '../../model/markdown';
import type { Piece } from './walk';

/** Larger numbers are no list's. */
const LARGEST = 999_999_999;

/** A list of items, numbered from `start` if there is one. */
export function printList(items: readonly (readonly Piece[])[], start?: number): string {
  const loose = items.some((pieces) => pieces.filter((piece) => !piece.list).length > 1);
  const from = start !== undefined && start >= 0 && start + items.length <= LARGEST ? Math.floor(start) : 1;
  return items
    .map((pieces, i) => {
      const marker = start === undefined ? '- ' : `${from + i}. `;
      const body = pieces.map((piece, n) => {
        const gap = n === 0 ? '' : piece.list && !loose ? '\n' : '\n\n';
        return gap + toMarkdown([piece.block]);
      });
      return marker + body.join('').replace(/\n(?!\n|$)/g, `\n${' '.repeat(marker.length)}`);
    })
    .join(loose ? '\n\n' : '\n');
}

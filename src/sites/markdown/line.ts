/** Inline text, put together of what stands side by side in an element. */
export interface Line {
  /** `element`: what it came from is one, not bare text. */
  add(piece: string, element: boolean): void;
  /** The text so far; the line starts anew. */
  take(): string;
}

/** Looks at the last piece only: a line may have thousands, and grows no slower for it. */
export function lineOf(verbatim: boolean): Line {
  let pieces: string[] = [];
  let dropped = false;
  const trimEnd = (): void => {
    for (let last = pieces.pop(); last !== undefined; last = pieces.pop()) {
      const rest = last.trimEnd();
      if (rest === '') continue;
      pieces.push(rest);
      return;
    }
  };
  /** White space that the page folds is folded across pieces too. */
  const joined = (piece: string): string =>
    piece.startsWith(' ') && /\s/.test(pieces.at(-1)?.at(-1) ?? '') ? piece.replace(/^ +/, '') : piece;
  const add = (piece: string, element: boolean): void => {
    if (piece === '') {
      dropped ||= element;
      return;
    }
    // What was left out between a word and its full stop leaves no space behind.
    if (dropped && !verbatim && /^[.,;:!?)\]。，；：！？）]/.test(piece)) trimEnd();
    dropped = false;
    const rest = verbatim ? piece : joined(piece);
    if (rest !== '') pieces.push(rest);
  };
  const take = (): string => {
    const text = pieces.join('');
    pieces = [];
    return text;
  };
  return { add, take };
}

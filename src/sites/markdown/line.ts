/** Inline text, put together of what stands side by side in an element. */
export interface Line {
  /** `element`: what it came from is one, not bare text. */
  add(piece: string, element: boolean): void;
  /** The text so far; the line starts anew. */
  take(): string;
}

/** Looks at the last piece only: a line may have thousands, and none costs more than the first. */
export function lineOf(verbatim: boolean): Line {
  let pieces: string[] = [];
  let dropped = false;
  const addFolded = (piece: string, element: boolean): void => {
    // What was left out between a word and its full stop leaves no space behind.
    if (dropped && /^[.,;:!?)\]。，；：！？）]/.test(piece)) trimLast(pieces);
    const last = pieces.at(-1) ?? '';
    // White space that the page folds is folded across pieces too.
    const rest = /\s/.test(last.at(-1) ?? '') ? piece.replace(/^ +/, '') : piece;
    if (last === '' || !/^[(*~`$[]/.test(rest)) {
      if (rest !== '') pieces.push(rest);
    } else {
      pieces.pop();
      pieces.push(...touching(last, rest, element).filter((each) => each !== ''));
    }
  };
  const add = (piece: string, element: boolean): void => {
    if (piece === '') dropped ||= element;
    else {
      if (verbatim) pieces.push(piece);
      else addFolded(piece, element);
      dropped = false;
    }
  };
  const take = (): string => {
    const text = pieces.join('');
    pieces = [];
    return text;
  };
  return { add, take };
}

/** Two pieces side by side, so that the marks of neither become those of both. */
function touching(last: string, piece: string, element: boolean): string[] {
  if (last.endsWith(']') && piece.startsWith('(')) return [last, `\\${piece}`];
  if (!element) return [last, piece];
  if (last.endsWith('!') && piece.startsWith('[')) return [`${last.slice(0, -1)}\\!`, piece];
  if (endsIn(last, '$') && piece.startsWith('$')) return [last, ' ', piece];
  // `**a****b**` is no bold: what ends and starts in the same mark is one.
  const shared = ['**', '*', '~~', '`'].find((mark) => endsIn(last, mark) && startsIn(piece, mark)) ?? '';
  return [last.slice(0, last.length - shared.length), piece.slice(shared.length)];
}

/** In this mark, not in half of a longer one or an escaped one. */
const endsIn = (text: string, mark: string): boolean =>
  text.endsWith(mark) && text.at(-mark.length - 1) !== '\\' && (mark.length > 1 || text.at(-2) !== mark);
const startsIn = (text: string, mark: string): boolean =>
  text.startsWith(mark) && (mark.length > 1 || text[1] !== mark);

function trimLast(pieces: string[]): void {
  for (let last = pieces.pop(); last !== undefined; last = pieces.pop()) {
    const rest = last.trimEnd();
    if (rest === '') continue;
    pieces.push(rest);
    return;
  }
}

/** Without the white space and line breaks that it ends in. */
export function withoutBreaks(text: string): string {
  let end = text.trimEnd();
  while (end.endsWith('\\') && text[end.length] === '\n') end = end.slice(0, -1).trimEnd();
  return end;
}

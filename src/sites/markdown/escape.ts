/**
 * Escapes what a Markdown renderer would take for a mark, and nothing else: the text is also read and searched as it
 * stands. Rendering gives back what was seen.
 */
export const escapeText = (text: string): string => (/[\\`$*_~[<&]/.test(text) ? escapeMarks(text) : text);

const escapeMarks = (text: string): string =>
  escapeBrackets(text.replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\'))
    .replace(/`/g, '\\`')
    .replace(/\$/g, '\\$')
    .replace(/\*(?! )|(?<=\S)\*/g, '\\*')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~(?=\S)/g, '\\~')
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/&(?=#?\w+;)/g, '\\&');

/** What follows a closing bracket makes it a link, and may stand in the next element: so an open end counts too. */
const escapeBrackets = (text: string): string => text.replace(/\](?=\(|\[|$)/g, '\\]');

/** Marks that mean something at the start of a line only. */
export const escapeLines = (paragraph: string): string =>
  paragraph.replace(paragraph.includes('\n') ? LINE_STARTS : LINE_START, (_, space, mark, digits, dot) =>
    mark === undefined ? `${space}${digits}\\${dot}` : `${space}\\${mark}`,
  );

const LINE_STARTS =
  /^( {0,3})(?:(#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|=+\s*$|-{2,}\s*$|\[(?=[^\]\n]{0,999}\]:))|(\d{1,9})([.)])(?=\s|$))/gm;
/** The same for a single line, of which only the start need be looked at. */
const LINE_START = new RegExp(LINE_STARTS.source);

/** A code span's ticks are longer than any run of ticks inside it. */
export function codeSpan(text: string): string {
  const code = text.replace(/\s*\n\s*/g, ' ');
  if (code.trim() === '') return code;
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const ticks = '`'.repeat(longest + 1);
  const pad = /^`|`$|^ .* $/.test(code) ? ' ' : '';
  return `${ticks}${pad}${code}${pad}${ticks}`;
}

/** The full address of a link or image, or nothing where following it could do harm. */
export function safeAddress(address: string, base: string): string | undefined {
  const url = address.trim() === '' ? null : URL.parse(address, base);
  return url && /^(?:https?|mailto|tel):$/.test(url.protocol) ? url.href : undefined;
}

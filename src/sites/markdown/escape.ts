/**
 * Escapes what a Markdown renderer would take for a mark, and nothing else: the text is also read and searched as it
 * stands. Rendering gives back what was seen. What follows the text is unknown: at its end, whatever could become a
 * mark counts as one.
 */
export function escapeText(text: string, linked: boolean): string {
  if (!/[\\`$*_~[\]<&]/.test(text)) return text;
  // A link's text may hold no bracket and no address of its own.
  if (linked) return escapeSigns(text).replace(/[[\]]/g, '\\$&');
  const parts = text.split(ADDRESS);
  // Of what is split by addresses, every second part is one.
  return parts.map((part, i) => (i % 2 === 1 ? part : escapeBrackets(escapeSigns(part)))).join('');
}

/** Renderers link it as it stands, signs and all. Its brackets are left to the text: they may be those of a link. */
const ADDRESS = /((?<![\p{L}\p{N}])(?:https?:\/\/|www\.)[^\s<>[\]()\\`$]*)/iu;

const escapeSigns = (text: string): string =>
  text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/`/g, '\\`')
    .replace(/\$/g, '\\$')
    .replace(/\*(?! )|(?<=\S)\*/g, '\\*')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~(?=\S|$)/g, '\\~')
    .replace(/<(?=[A-Za-z/!?]|$)/g, '\\<')
    .replace(/&(?=#?\w+;|#?\w*$)/g, '\\&');

/** `[a](b)` would be a link, `[x]` a box. From one end of a link to the next: to look ahead from each bracket is slow. */
function escapeBrackets(text: string): string {
  if (!text.includes(']')) return text;
  const parts = text.split('](');
  const rest = parts.pop() ?? '';
  const escaped = parts.map((part) => {
    const start = Math.max(part.lastIndexOf(']'), part.lastIndexOf('\n')) + 1;
    const opened = part.slice(start).replace(/\[/g, '\\[');
    return `${part.slice(0, start)}${opened}${opened.includes('[') ? '](' : '\\]('}`;
  });
  return (escaped.join('') + rest).replace(/(?<!\\)\[(?=[ xX]\](?:\s|$))/g, '\\[');
}

/** Marks that mean something at the start of a line only, among them the lines below a table's head and a footnote's. */
export const escapeLines = (paragraph: string): string =>
  paragraph.replace(paragraph.includes('\n') ? LINE_STARTS : LINE_START, (_, space, mark, digits, dot) =>
    mark === undefined ? `${space}${digits}\\${dot}` : `${space}\\${mark}`,
  );

const LINE_STARTS =
  /^( {0,3})(?:(#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|=+\s*$|-{2,}\s*$|[-|:](?=[-|: ]*$)|\[(?=[^\]\n]*\]:))|(\d{1,9})([.)])(?=\s|$))/gm;
/** The same for a single line, of which only the start need be looked at. */
const LINE_START = new RegExp(LINE_STARTS.source);

/** A mark is longer than any run of it inside. */
function longestRun(text: string, mark: RegExp): number {
  let longest = 0;
  for (const [run] of text.matchAll(mark)) longest = Math.max(longest, run.length);
  return longest;
}

/** On one line: one of several might look like the start of a list. */
const unbroken = (text: string): string =>
  text.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space));

export function codeSpan(text: string): string {
  const code = unbroken(text);
  if (code.trim() === '') return code;
  const ticks = '`'.repeat(longestRun(code, /`+/g) + 1);
  const pad = /^`|`$|^ .* $/.test(code) ? ' ' : '';
  return `${ticks}${pad}${code}${pad}${ticks}`;
}

export function mathSpan(tex: string): string {
  const dollars = '$'.repeat(longestRun(tex, /\$+/g) + 1);
  return `${dollars}${unbroken(tex)}${dollars}`;
}

/** In a table's cell a bar ends it; escaped, it is a double one to some renderers. */
export const cellMath = (tex: string): string =>
  mathSpan(tex.replace(/\\?\|/g, (bar) => (bar === '|' ? '\\vert ' : '\\Vert ')));

/** The full address of a link or image, or nothing where following it could do harm. */
export function safeAddress(address: string, base: string): string | undefined {
  const url = address.trim() === '' ? null : URL.parse(address, base);
  return url && /^(?:https?|mailto|tel):$/.test(url.protocol) ? url.href : undefined;
}

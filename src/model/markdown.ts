import type { Block } from './block';

/** Blocks as one Markdown text: what was said, without reasoning and tool steps. */
export const toMarkdown = (blocks: readonly Block[]): string =>
  blocks
    .map(blockMarkdown)
    .filter((part) => part !== '')
    .join('\n\n');

function blockMarkdown(block: Block): string {
  switch (block.type) {
    case 'text':
    case 'table':
      return block.markdown;
    case 'code':
      return fenced(block.text, block.language);
    case 'math':
      return block.display ? `$$\n${block.tex}\n$$` : `$${block.tex}$`;
    case 'image':
      return `![${altText(block.alt)}](${linkTarget(block.url ?? '')})`;
    default:
      return '';
  }
}

/** Brackets would end it, and so would a backslash before its end. */
const altText = (alt: string): string =>
  alt
    .replace(/[[\]\n]/g, ' ')
    .trim()
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\');

/** A fence is longer than any run of backticks inside it. */
function fenced(text: string, language = ''): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** An address as the target of a Markdown link. */
export const linkTarget = (address: string): string =>
  /[()\s<>]/.test(address) ? `<${address.replace(/[<>\s]/g, encodeURIComponent)}>` : address;

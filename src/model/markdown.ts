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
      return `![${block.alt.replace(/[[\]\n]/g, ' ').trim()}](${linkTarget(block.url ?? '')})`;
    default:
      return '';
  }
}

/** A fence is longer than any run of backticks inside it. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** An address as the target of a Markdown link. */
export const linkTarget = (address: string): string =>
  /[()\s<>]/.test(address) ? `<${address.replace(/[<>\s]/g, encodeURIComponent)}>` : address;

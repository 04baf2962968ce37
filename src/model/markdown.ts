import type { Block } from './block';

/** Blocks as one Markdown text: what was said, without reasoning and tool steps. */
export const toMarkdown = (blocks: readonly Block[]): string =>
  blocks
    .map(blockMarkdown)
    .filter((part) => part !== '')
    .join('\n\n');

function blockMarkdown(block: Block): string {
  if (block.type === 'text') return block.markdown;
  if (block.type !== 'code') return '';
  // A fence is longer than any run of backticks inside it.
  const longest = Math.max(2, ...(block.text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${block.language ?? ''}\n${block.text}\n${fence}`;
}

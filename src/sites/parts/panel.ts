import type { Block } from '../../model/block';
import { toMarkdown } from '../../model/markdown';
import { queryAll, type Rules, readBlocks } from '../markdown';

/** How far above its content a panel's title may stand. */
const LEVELS = 8;

/**
 * Gives a turn's cards the content that is open beside the conversation. A panel is a card's only when it bears the
 * card's title: the text of another one must never be taken for it.
 */
export function withPanels(blocks: readonly Block[], page: Document, panel: string, rules: Rules): Block[] {
  if (!blocks.some((block) => block.type === 'artifact')) return [...blocks];
  // One by one: an id alone is looked up, in a list it takes a search of the whole page.
  const panels = panel
    .split(', ')
    .flatMap((each) => queryAll(page, each))
    .map((element) => ({ element, titles: titlesOf(element, rules) }));
  return blocks.map((block) => {
    if (block.type !== 'artifact' || block.title === '') return block;
    const open = panels.find(({ titles }) => titles.includes(block.title));
    const markdown = open && toMarkdown(readBlocks(open.element, rules));
    return markdown ? { ...block, markdown } : block;
  });
}

/** What stands above the panel; without that, the first heading in it. Headings further down are parts of its text. */
function titlesOf(panel: Element, { artifact }: Rules): string[] {
  let around: Element = panel;
  for (let level = 0; level < LEVELS && around.parentElement; level++) {
    around = around.parentElement;
    // Here the conversation begins.
    if (artifact && around.querySelector(artifact)) break;
    const headings = queryAll(around, 'h1, h2, h3, [title]').filter((heading) => !panel.contains(heading));
    if (headings.length > 0) return headings.flatMap(wordsOf);
  }
  return queryAll(panel, 'h1, h2').slice(0, 1).flatMap(wordsOf);
}

/** A heading may go on with the kind of what is shown: "Tide table · MD". */
const wordsOf = (heading: Element): string[] =>
  [heading.getAttribute('title'), heading.textContent, heading.textContent.split('·')[0]].map((words) =>
    (words ?? '').replace(/\s+/g, ' ').trim(),
  );

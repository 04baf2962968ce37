import type { Block } from '../../model/block';
import { outermost, queryAll } from './dom';
import { isSourcePill } from './parts';
import { partBlocks, readBlocks } from './pieces';
import type { Rules } from './rules';

export { isForm, queryAll } from './dom';
export { readBlocks } from './pieces';
export { asideOf, type Rules, rulesOf } from './rules';

/** Everything in a turn that its rules name, as typed blocks in the order of the page. Reads, never changes. */
export function readTurn(turn: Element, rules: Rules): Block[] {
  const parts = turn.matches(rules.text) ? undefined : queryAll(turn, rules.parts);
  const roots = parts ? outermost(parts) : [turn];
  const blocks = roots.flatMap((root) =>
    root.matches(rules.special) ? partBlocks(root, rules) : readBlocks(root, rules, parts),
  );
  const pills = queryAll(turn, rules.links).filter(
    (link) => (rules.citation !== undefined && link.matches(rules.citation)) || isSourcePill(link),
  );
  const said = blocks.filter((block) => block.type !== 'citation');
  if (pills.length === 0) return said;
  const cited = outermost(pills).flatMap((pill) => partBlocks(pill, rules));
  return [...said, ...once(cited)];
}

const once = (blocks: readonly Block[]): Block[] => [
  ...new Map(blocks.map((block) => [JSON.stringify(block), block])).values(),
];

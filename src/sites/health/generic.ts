import { derivedKey, ROOT } from '../../model/keys';
import { toMarkdown } from '../../model/markdown';
import type { Role } from '../../model/turn';
import { asideOf, type Memory, readTurn, rulesOf } from '../markdown';
import type { Dialect, Reading } from '../site';
import { findTurns, idIn, isRow, likelyScope, PAGE_PARTS, roleBy } from './turns';

/** Nothing of one site: what every chat page has. */
const RULES = rulesOf({
  text: '*',
  // What is being typed has not been said.
  skip: PAGE_PARTS,
  code: 'pre, code-block, [data-markdown-copy="code-block"]',
  file: '[data-testid*="file"], [class*="file-card"], [class*="file-tile"]',
  artifact: '[data-testid*="artifact"], [class*="artifact-"]',
  citation: '[data-testid*="citation"]',
});

/**
 * A reader for a page that no dialect explains: it finds turns by what tells roles apart there, or by their taking
 * turns, and ids by what is different in each. It keeps what it can until the site's dialect is mended.
 */
export function genericDialect(page: Document): Dialect | undefined {
  const found = findTurns(page);
  if (!found) return undefined;
  const { turn, kind, list, id, userFirst } = found;
  /** The role of a turn, and of nothing inside one, in a sidebar, or in another list that now stands in its place. */
  const roleOf = (element: Element, before: Reading | undefined): Role | undefined => {
    if (!isRow(element) || element.closest(PAGE_PARTS) !== null) return undefined;
    if (list) return element.parentElement === list ? alternate(before, userFirst) : undefined;
    const nested = element.parentElement?.closest(turn);
    return kind && !(nested && roleBy(nested, kind)) ? roleBy(element, kind) : undefined;
  };
  const read = (element: Element, before: Reading | undefined, known?: Memory): Reading | undefined => {
    const role = roleOf(element, before);
    if (role === undefined) return undefined;
    const made = derivedKey(before?.key ?? ROOT, role);
    const key = (id && idIn(element, id)) || made;
    const blocks = readTurn(element, RULES, known, true);
    return {
      key,
      formerKeys: key === made ? [] : [made],
      role,
      markdown: toMarkdown(blocks),
      blocks,
      patience: role === 'user' ? 0 : 8_000,
    };
  };
  return {
    id: 'generic',
    selectors: { turn },
    ids: false,
    fits: () => true,
    scope: likelyScope,
    turn,
    attributes: kind && kind !== 'tag' && kind !== 'class' ? [kind] : ['id'],
    aside: asideOf(RULES),
    read,
  };
}

/** The dialect of a page of which nothing is known yet: it has no turns. */
export const unknownDialect: Dialect = {
  id: 'none',
  selectors: {},
  ids: false,
  fits: () => false,
  scope: likelyScope,
  turn: ':not(*)',
  attributes: [],
  read: () => undefined,
};

const alternate = (before: Reading | undefined, userFirst: boolean): Role =>
  before ? (before.role === 'user' ? 'assistant' : 'user') : userFirst ? 'user' : 'assistant';

import { derivedKey, ROOT } from '../../model/keys';
import { toMarkdown } from '../../model/markdown';
import type { Role } from '../../model/turn';
import { asideOf, readTurn, rulesOf } from '../markdown';
import type { Dialect, Reading } from '../site';
import { findTurns, likelyScope, roleBy } from './turns';

/** Nothing of one site: what every chat page has. */
const RULES = rulesOf({
  text: '*',
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
  const { turn, kind, id, userFirst } = found;
  const read = (element: Element, before: Reading | undefined): Reading | undefined => {
    const role = kind ? roleBy(element, kind) : alternate(before, userFirst);
    if (role === undefined) return undefined;
    const made = derivedKey(before?.key ?? ROOT, role);
    const key = (id && idIn(element, id)) || made;
    const blocks = readTurn(element, RULES);
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

const idIn = (element: Element, attribute: string): string | undefined =>
  (element.getAttribute(attribute) ?? element.querySelector(`[${attribute}]`)?.getAttribute(attribute)) ||
  undefined;

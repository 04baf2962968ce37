import { derivedKey, ROOT } from '../../model/keys';
import { toMarkdown } from '../../model/markdown';
import { asideOf, type Memory, readTurn, rulesOf } from '../markdown';
import type { Dialect, Reading } from '../site';

/** Dialect C: what people see who are not logged in. Seen 2026-10-03. */
const selectors = {
  conversation: 'section[data-web-mobile-conversation]',
  turn: 'li[data-message-role]',
  prompt: '[data-user-message-copy]',
  answer: '[data-assistant-markdown]',
  /** A heading that says who speaks. */
  attribution: '[data-message-attribution]',
} as const;

const RULES = rulesOf({
  verbatim: selectors.prompt,
  text: `${selectors.prompt}, ${selectors.answer}`,
  skip: selectors.attribution,
  code: 'pre',
});

export const loggedOut: Dialect = {
  id: 'logged-out',
  selectors,
  ids: true,
  fits: (page) => page.querySelector(selectors.conversation) !== null,
  scope: (page) => page.querySelector(selectors.conversation),
  turn: selectors.turn,
  attributes: ['id', 'data-message-role', 'data-message-complete', 'data-message-streaming'],
  aside: asideOf(RULES),
  read,
};

function read(turn: Element, before: Reading | undefined, known?: Memory): Reading | undefined {
  const role = turn.getAttribute('data-message-role');
  if (role !== 'user' && role !== 'assistant') return undefined;
  const made = derivedKey(before?.key ?? ROOT, role);
  const lasting = turn.id !== '' && !/^(?:pending|local|request)[-:]/.test(turn.id);
  const blocks = readTurn(turn, RULES, known);
  const complete = role === 'user' || turn.hasAttribute('data-message-complete');
  return {
    key: lasting ? turn.id : made,
    formerKeys: lasting ? [made] : [],
    role,
    markdown: toMarkdown(blocks),
    blocks,
    patience: complete ? 0 : turn.hasAttribute('data-message-streaming') ? 15_000 : 10_000,
  };
}

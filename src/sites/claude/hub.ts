import { derivedKey, ROOT } from '../../model/keys';
import { toMarkdown } from '../../model/markdown';
import type { Role } from '../../model/turn';
import { asideOf, type Memory, readTurn } from '../markdown';
import { readPagerIn } from '../parts/pager';
import { withPanels } from '../parts/panel';
import { readTime } from '../parts/time';
import type { Dialect, Reading } from '../site';
import { claudeRules, common } from './rules';

/** Dialect 4, the hub: since 2026-09-16, account by account. Shapes measured 2026-10-07 and 2026-10-09. */
const selectors = {
  ...common,
  root: '[data-testid="bardhub-claudechat-root"]',
  row: '[data-testid="transcript-row"]',
  /** Its `data-turn-key` is the message's id, in the official export too; a first reply has its prompt's with a suffix. */
  message: '[data-cds="UserMessage"], [data-cds="AssistantMessage"]',
  answer: '[data-perf-reply-text]',
  streaming: '[data-is-streaming]',
  /** What was thought and done, before and between the parts of the answer. */
  reasoning:
    '[data-cds="TurnStatus"][data-step-key^="thinking-"], [data-cds="TurnStatus"][data-item-key*=":th"]',
  tool: '[data-cds="TurnStatus"]',
  /** On the last reply, on others when the mouse is over them. */
  time: 'time[datetime]',
  citation: `${common.citation}, span[data-not-prose]`,
} as const;

const RULES = claudeRules({
  text: `${selectors.prompt}, ${selectors.answer}`,
  tool: selectors.tool,
  reasoning: selectors.reasoning,
  citation: selectors.citation,
});

export const hub: Dialect = {
  id: 'hub',
  selectors,
  ids: true,
  fits: (page) => page.querySelector(selectors.root) !== null,
  scope: (page) =>
    page.querySelector(`${selectors.root} [role="feed"]`) ?? page.querySelector(selectors.root),
  turn: selectors.row,
  panel: selectors.panel,
  together: [[`${selectors.prompt}, ${selectors.answer}`, selectors.row]],
  attributes: ['data-turn-key', 'data-is-streaming', 'data-state', 'data-perf-row', 'data-rs-index'],
  aside: `${asideOf(RULES)}, ${selectors.actions}`,
  read,
};

function read(row: Element, before: Reading | undefined, known?: Memory): Reading | undefined {
  const message = row.querySelector(selectors.message);
  const role = roleOf(row, message);
  if (role === undefined) return undefined;
  // Indices count loaded rows only and shift when history arrives: they only tell neighbours.
  const id = message?.getAttribute('data-turn-key') ?? '';
  const parent = before?.key ?? (role === 'user' ? ROOT : undefined);
  const made = parent === undefined ? [] : [derivedKey(parent, role)];
  const key = id === '' ? made[0] : id;
  if (key === undefined) return undefined;

  const blocks = withPanels(readTurn(row, RULES, known), row.ownerDocument, selectors.panel, RULES);
  const createdAt = readTime(row.querySelector(selectors.time));
  const branch = readPagerIn(row, selectors.actions);
  const index = Number(row.getAttribute('data-rs-index') ?? Number.NaN);
  return {
    key,
    // Without a turn before it, its place says nothing: it may be any prompt of a long thread.
    formerKeys: before === undefined ? [] : made.filter((former) => former !== key),
    role,
    markdown: toMarkdown(blocks),
    blocks,
    patience: patienceFor(row, role),
    ...(createdAt !== undefined && { createdAt }),
    ...(branch !== undefined && { branch }),
    ...(Number.isInteger(index) && { row: index }),
  };
}

function roleOf(row: Element, message: Element | null): Role | undefined {
  const kind = message?.getAttribute('data-cds');
  if (kind === 'UserMessage') return 'user';
  if (kind === 'AssistantMessage') return 'assistant';
  const stated = row.getAttribute('data-perf-row');
  return stated === 'human' ? 'user' : stated === 'assistant' ? 'assistant' : undefined;
}

function patienceFor(row: Element, role: Role): number {
  if (role === 'user') return 0;
  const flag = row.querySelector(selectors.streaming)?.getAttribute('data-is-streaming');
  return flag === 'false' ? 800 : flag === 'true' ? 15_000 : 10_000;
}

import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import { sites } from '../../src/sites';
import { genericDialect } from '../../src/sites/health/generic';
import type { Dialect, Reading } from '../../src/sites/site';

/** Runs in a page: what it costs to turn a whole conversation into Markdown, for us and the way a library does it. */

/** Long enough for a clock that is exact to a tenth of a millisecond. */
const ELEMENTS = 10_000;
/** As many elements as a turn of a real page has; invented ones are shorter. */
const PER_TURN = 100;
/** What an answer is made of. */
const BLOCKS = 'p, ul, ol, table, pre, blockquote, h1, h2, h3, h4, hr';

/** Chromium has it when asked: `--expose-gc`. */
declare const gc: () => void;

interface Conversation {
  readonly dialect: Dialect;
  readonly turns: readonly Element[];
}

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' }).use(gfm);

/** Returns how much text was made of it. */
function readAll({ dialect, turns }: Conversation): number {
  let before: Reading | undefined;
  let made = 0;
  for (const turn of turns) {
    const reading = dialect.read(turn, before);
    made += reading?.markdown.length ?? 0;
    before = reading ?? before;
  }
  return made;
}

const ways: Record<string, (conversation: Conversation) => number> = {
  ours: readAll,
  turndown: ({ turns }) => turns.reduce((made, turn) => made + turndown.turndown(turn).length, 0),
};

let shown: Conversation | undefined;

/** Shows a saved page, its exchanges repeated until they make a long one. Returns of how many turns and copies, 0 turns if none is read. */
function show(siteId: string, html: string, invented: boolean): { turns: number; copies: number } {
  // Saved pages have lost it; without, selectors are matched by slower rules than on the site.
  const page = new DOMParser().parseFromString(`<!doctype html>${html}`, 'text/html');
  const site = sites.find(({ id }) => id === siteId);
  const dialect = site ? site.dialects.find((each) => each.fits(page)) : genericDialect(page);
  const turns = dialect ? turnsIn(page, dialect) : [];
  if (!dialect || turns.length === 0) return { turns: 0, copies: 1 };
  // What is open beside a conversation is not given to the library either.
  if (dialect.panel) for (const panel of page.querySelectorAll(dialect.panel)) panel.remove();
  if (invented) for (const turn of turns) lengthen(turn);
  const units = new Set(turns.map((turn) => (dialect.group && turn.closest(dialect.group)) || turn));
  const size = [...units].reduce((sum, unit) => sum + unit.querySelectorAll('*').length + 1, 0);
  const copies = Math.ceil(ELEMENTS / size);
  for (let made = 1; made < copies; made++) for (const unit of units) unit.after(unit.cloneNode(true));
  shown = { dialect, turns: turnsIn(page, dialect) };
  return { turns: readAll(shown) === 0 ? 0 : shown.turns.length, copies };
}

const turnsIn = (page: Document, dialect: Dialect): Element[] => [
  ...(dialect.scope(page)?.querySelectorAll(dialect.turn) ?? []),
];

/** Repeats an answer's blocks until it is as long as answers are. */
function lengthen(turn: Element): void {
  const holder = turn.querySelector(BLOCKS)?.parentElement;
  const size = turn.querySelectorAll('*').length;
  const blocks = [...(holder?.children ?? [])];
  for (let length = size; length < PER_TURN; length += size)
    holder?.append(...blocks.map((block) => block.cloneNode(true)));
}

function convert(way: string): number {
  // What one leaves behind must not be cleared away at the other's cost.
  gc();
  const start = performance.now();
  if (shown) ways[way]?.(shown);
  return performance.now() - start;
}

Object.assign(window, { show, convert });

import type { Message } from '../../../src/model/message';
import { words } from '../../../src/model/revision';
import { asMarkdown } from '../../replica/conversation';
import { nodeOf, type ReplicaTree, type TreeTurn } from '../../replica/tree';
import { wanted } from '../chat';
import type { Stored } from '../stored';
import type { World } from './world';

/** What is wrong with what is stored, in words; nothing if it is exactly what the replica showed. */
export function verdict({ site, lasting }: World, { threads, messages }: Stored): string[] {
  const conversations = site.conversations();
  const keys = new Set(conversations.map(({ id }) => id));
  return [
    ...threads.flatMap(({ key }) => (keys.has(key) ? [] : [`an invented thread: ${key}`])),
    ...conversations.flatMap((conversation) => {
      const own = threads.filter(({ key }) => key === conversation.id);
      if (own.length !== 1) return [`${own.length} threads for ${conversation.id}`];
      const rows = messages.filter(({ threadId }) => threadId === own[0]?.id);
      return [
        ...strangers(conversation, conversations, rows),
        ...judge(conversation, rows, lasting, site.keysOf(conversation) !== undefined),
      ].map((wrong) => `${conversation.id}: ${wrong}`);
    }),
  ];
}

/** Rows of another conversation. */
const strangers = ({ id }: ReplicaTree, all: readonly ReplicaTree[], rows: readonly Message[]): string[] =>
  all
    .filter((other) => other.id !== id)
    .flatMap((other) => {
      const ids = new Set(other.tree.map((turn) => turn.id));
      return rows.flatMap((row) => (ids.has(row.key) ? [`${row.key} belongs to ${other.id}`] : []));
    });

function judge(
  conversation: ReplicaTree,
  rows: readonly Message[],
  lasting: World['lasting'],
  ids: boolean,
): string[] {
  const path = rows.filter(({ active }) => active === 1).map(({ role, markdown }) => `${role}: ${markdown}`);
  const shown = wanted(conversation);
  const differs = shown.findIndex((text, i) => text !== path[i]);
  if (path.length !== shown.length || differs >= 0)
    return [
      `the path is\n${outline(path)}\ninstead of\n${outline(shown)}\nfrom number ${differs + 1} on: ${path[differs]}\ninstead of ${shown[differs]}`,
    ];
  const onPath = new Set(conversation.turns);
  return offPath(
    conversation.tree.filter((turn) => !onPath.has(turn)),
    rows.filter(({ active }) => active === 0),
    lasting,
    // Without ids, what an answer given anew begins with cannot be told from one before it that begins so too.
    (turn, shown) =>
      !ids &&
      conversation.tree.some(
        (other) => other !== turn && other.parent === turn.parent && begins(asMarkdown(other.parts), shown),
      ),
  );
}

/** Every row off the path is one turn of the replica, as far as it was shown; every turn shown for long has its row. */
function offPath(
  turns: readonly TreeTurn[],
  rows: readonly Message[],
  lasting: World['lasting'],
  isToldBesides: (turn: TreeTurn, shown: string) => boolean,
): string[] {
  const left = new Set(turns);
  const wrong: string[] = [];
  // Whole texts first, so that a beginning does not take a turn that another row tells to the end.
  for (const row of rows.toSorted((a, b) => b.markdown.length - a.markdown.length)) {
    const fits = [...left].filter((turn) => turn.role === row.role && tells(turn, row));
    const whole = fits.filter((each) => asMarkdown(each.parts) === row.markdown);
    // Of two that say the same, the row is that of the one that was shown for long.
    const turn = whole.find((each) => lasting.has(nodeOf(each))) ?? whole[0] ?? fits[0];
    if (!turn) {
      wrong.push(`a row that the site never had, or has twice: ${row.role} ${row.key} ${row.markdown}`);
      continue;
    }
    left.delete(turn);
    const promised = lasting.get(nodeOf(turn)) ?? '';
    if (!begins(row.markdown, promised))
      wrong.push(`${row.key} has lost words: ${row.markdown} of ${promised}`);
  }
  for (const turn of left) {
    const shown = lasting.get(nodeOf(turn));
    if (shown !== undefined && !isToldBesides(turn, shown))
      wrong.push(`lost: ${turn.role} ${turn.id} ${shown}`);
  }
  return wrong;
}

const tells = ({ parts }: TreeTurn, { markdown }: Message): boolean => begins(asMarkdown(parts), markdown);

const begins = (text: string, beginning: string): boolean => words(text).startsWith(words(beginning));

const outline = (texts: readonly string[]): string =>
  texts.map((text, i) => `  ${i + 1} ${text.replace(/\s+/g, ' ').slice(0, 60)}`).join('\n');

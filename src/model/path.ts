import { ROOT } from './keys';

/** What is known of where a turn stands: below its parent (`near`), or below something further up. */
interface Above {
  readonly key: string;
  readonly near: boolean;
}

/** Which of a thread's turns stand on one path, and which of them the page showed last. */
export interface Paths {
  /** Only of turns that do not simply follow the one before them in the thread's order; `null`: not known. */
  readonly above: Readonly<Record<string, Above | null>>;
  /** Turns in whose place the page has shown another one since: they and all below them are off the active path. */
  readonly replaced: readonly string[];
}

export const noPaths: Paths = { above: {}, replaced: [] };

/**
 * The keys of turns that stood in a page, in reading order: `null` where others may stand between two of them, `ROOT`
 * first where nothing stands before them.
 */
export type Window = readonly (string | null)[];

/** The turns of a window, without the marks between them. */
export const keysIn = (window: Window): string[] => window.flatMap((key) => (key ? [key] : []));

interface Sight {
  readonly window: Window;
  /** The thread's keys in their order before and after the window was taken into it, and where its islands begin. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly islands: readonly string[];
  readonly ordinals: Readonly<Record<string, number>>;
}

/**
 * Follows the page: what a window shows is on one path, and whatever is known to stand in the place of a turn on it is
 * not. Two turns stand in one place if they have one parent, or one number and are not known to be on one path.
 */
export function follow(known: Paths, { window, before, after, islands, ordinals }: Sight): Paths {
  const tree = expand(before, known.above);
  const replaced = new Set(known.replaced);
  const shown = keysIn(window);
  const [first] = shown;
  if (first === undefined) return known;
  if (window[0] === ROOT) restart(tree, shown, before[0], ordinals);
  if (ordinals[first] === 1) place(tree, replaced, first, { key: ROOT, near: true });
  let upper: string | undefined;
  let near = true;
  for (const key of window) {
    if (key !== null && upper !== undefined) place(tree, replaced, key, { key: upper, near });
    upper = key ?? upper;
    near = key !== null;
  }
  replaceRivals(tree, replaced, shown, ordinals);
  joinBelow(tree, after, islands, offIn(after, tree, replaced));
  return { above: compress(after, tree), replaced: after.filter((key) => replaced.has(key)) };
}

/** The parent of each turn of which it is known. */
export function parentsIn(keys: readonly string[], { above }: Paths): Map<string, string> {
  const tree = expand(keys, above);
  return new Map(keys.flatMap((key) => (tree.get(key)?.near ? [[key, tree.get(key)?.key ?? ROOT]] : [])));
}

/** The turns that are not on the active path. */
export const offPath = (keys: readonly string[], { above, replaced }: Paths): Set<string> =>
  offIn(keys, expand(keys, above), new Set(replaced));

type Tree = Map<string, Above | undefined>;

/** A window that begins with the thread's first turn and has none of the known ones: the known first one stood there. */
function restart(
  tree: Tree,
  shown: readonly string[],
  top: string | undefined,
  ordinals: Readonly<Record<string, number>>,
): void {
  if (top === undefined || tree.get(top) || ordinals[top] !== undefined) return;
  if (!shown.some((key) => tree.has(key))) tree.set(top, { key: ROOT, near: true });
}

/**
 * Takes in where a turn was seen to stand. What was seen last is right, but a page that hides the turns between two others
 * does not contradict what is known of them.
 */
function place(tree: Tree, replaced: Set<string>, key: string, seen: Above): void {
  const known = tree.get(key);
  if (seen.key === ROOT ? known !== undefined : isBelow(tree, key, seen.key)) {
    if (known?.key === seen.key && seen.near) tree.set(key, seen);
    return;
  }
  // Nothing stands below itself: whatever said so was wrong.
  for (let at: string | undefined = seen.key; at; ) {
    const next: string | undefined = tree.get(at)?.key;
    if (next === key) tree.set(at, undefined);
    at = next === key ? undefined : next;
  }
  tree.set(key, seen);
  // It was taken for another child of its old parent: none of those was replaced by it.
  if (known?.near)
    for (const [other, above] of tree) if (above?.near && above.key === known.key) replaced.delete(other);
}

function isBelow(tree: Tree, key: string, upper: string): boolean {
  if (upper === ROOT) return key !== ROOT;
  for (let at: string | undefined = key; at; at = tree.get(at)?.key) if (at === upper) return true;
  return false;
}

function replaceRivals(
  tree: Tree,
  replaced: Set<string>,
  shown: readonly string[],
  ordinals: Readonly<Record<string, number>>,
): void {
  const path = new Set<string>();
  for (const key of shown)
    for (let at: string | undefined = key; at && !path.has(at); at = tree.get(at)?.key) path.add(at);
  for (const key of path) replaced.delete(key);
  const taken = new Set([...path].flatMap((key) => nearParent(tree, key) ?? []));
  const numbered = new Map(shown.flatMap((key) => (ordinals[key] ? [[ordinals[key], key] as const] : [])));
  for (const key of tree.keys()) {
    if (path.has(key)) continue;
    const other = numbered.get(ordinals[key] ?? Number.NaN);
    const parent = nearParent(tree, key);
    if ((parent !== undefined && taken.has(parent)) || (other !== undefined && !isBelow(tree, key, other)))
      replaced.add(key);
  }
}

const nearParent = (tree: Tree, key: string): string | undefined => {
  const above = tree.get(key);
  return above?.near ? above.key : undefined;
};

/** What is on the path now shown, and of which no more is known, stands somewhere below what comes before it there. */
function joinBelow(
  tree: Tree,
  keys: readonly string[],
  islands: readonly string[],
  off: ReadonlySet<string>,
): void {
  const starts = new Set(islands);
  let upper: string | undefined;
  for (const key of keys) {
    if (starts.has(key)) upper = undefined;
    if (off.has(key)) continue;
    // The order may be wrong as long as no window has shown two parts of it together.
    if (!tree.get(key) && upper !== undefined && !isBelow(tree, upper, key))
      tree.set(key, { key: upper, near: false });
    upper = key;
  }
}

function offIn(keys: readonly string[], tree: Tree, replaced: ReadonlySet<string>): Set<string> {
  const off = new Set<string>();
  const on = new Set<string>([ROOT]);
  for (const key of replaced.size === 0 ? [] : keys) {
    const way: string[] = [];
    let at: string | undefined = key;
    while (at && !on.has(at) && !off.has(at)) {
      way.push(at);
      if (replaced.has(at)) break;
      at = tree.get(at)?.key;
    }
    const isOff = at !== undefined && (off.has(at) || replaced.has(at));
    for (const each of way) (isOff ? off : on).add(each);
  }
  return off;
}

/** Nearly every turn follows the one before it, so only the others are stored. */
function expand(keys: readonly string[], above: Paths['above']): Tree {
  return new Map(
    keys.map((key, i) => {
      const said = above[key];
      const previous = keys[i - 1];
      const usual = previous === undefined ? undefined : { key: previous, near: true };
      return [key, said === undefined ? usual : (said ?? undefined)];
    }),
  );
}

function compress(keys: readonly string[], tree: Tree): Paths['above'] {
  return Object.fromEntries(
    keys.flatMap((key, i): [string, Above | null][] => {
      const above = tree.get(key);
      const usual = i === 0 ? above === undefined : above?.near === true && above.key === keys[i - 1];
      return usual ? [] : [[key, above ?? null]];
    }),
  );
}

import { isDerived, ROOT, siblingKey } from '../model/keys';
import type { Window } from '../model/path';
import { says } from '../model/revision';
import type { Batch, Turn } from '../model/turn';
import type { Reading, Site } from '../sites/site';
import type { Bound } from './binding';
import { type Stillness, seemsFinished, settle, toTurn } from './settle';
import type { Standing } from './standing';

/** What was handed on last of a turn. */
interface Sent {
  readonly reading: Reading;
  readonly turn: Turn;
}

interface Sighting extends Standing {
  readonly bound: Bound;
  readonly url: URL;
  /** Does the address already lead elsewhere? Then the title may be another's too. */
  readonly moving: boolean;
  /** Does the page not fit what is known of its site? */
  readonly drift: boolean;
  readonly now: number;
}

interface Reporter {
  /** Hands on what is new since the last time. Returns whether an answer is still being written. */
  report(sighting: Sighting): boolean;
}

/** Reports one conversation; another one needs another reporter. */
export function reporter(page: Document, site: Site, found: (batch: Batch) => void): Reporter {
  const sent = new Map<string, Sent>();
  /** The last words in each place that a derived key names: a prompt that is being edited shows none. */
  const saidAt = new Map<string, string>();
  const stillness = new Map<string, Stillness>();
  /** Turns that are not final yet: they are looked at again though nothing in them changed. */
  let open = new Set<string>();
  let about: { url: string; title?: string | undefined } | undefined;
  let sentThread = '';
  let sentWindow: Window = [];
  let sentEdition: number | undefined;
  let placed: ReadonlySet<string> = new Set();

  /** The turn as it is to be sent, or nothing if that is what was sent last. */
  const look = (reading: Reading, newest: boolean, now: number): Turn | undefined => {
    const last = sent.get(reading.key);
    if (last?.reading === reading && last.turn.state === 'final') return undefined;
    const { state, still } = settle(reading, stillness.get(reading.key), newest, now);
    stillness.set(reading.key, still);
    if (state === 'streaming') open.add(reading.key);
    const place = isDerived(reading.key) ? siblingKey(reading.key, 0) : undefined;
    const turn = toTurn(reading, state, takesPlace(reading, place && saidAt.get(place)));
    if (!turn) return undefined;
    if (place && turn.markdown !== '') saidAt.set(place, turn.markdown);
    const same = last !== undefined && isSame(last.turn, turn);
    sent.set(turn.key, { reading, turn: same ? last.turn : turn });
    return same ? undefined : turn;
  };

  /**
   * Answers without ids that the page called finished before it took that back, or showed another one instead: they were.
   * Whatever is written in their place now begins with the same words perhaps, and is not to be taken for the same.
   */
  const ended = (readings: ReadonlyMap<string, Reading>): Turn[] =>
    [...open].flatMap((key) => {
      const [last, reading] = [sent.get(key), readings.get(key)];
      if (!last || last.turn.state === 'final' || !isDerived(key) || !seemsFinished(last.reading)) return [];
      if (reading && seemsFinished(reading)) return [];
      const turn: Turn = { ...last.turn, state: 'final' };
      sent.set(key, { ...last, turn });
      return [turn];
    });

  const report = ({
    bound,
    url,
    readings,
    changed,
    departed,
    edition,
    unread,
    moving,
    drift,
    now,
  }: Sighting): boolean => {
    const first = sentEdition === undefined;
    const newest = unread ? undefined : readings.at(-1);
    const again = new Map((first ? readings : changed).map((each) => [each.key, each]));
    for (const key of open) {
      // One that is not mounted now may go on growing where nobody sees it.
      const reading = again.has(key) ? undefined : readings.findLast((each) => each.key === key);
      if (reading) again.set(key, reading);
    }
    const before = ended(again);
    open = new Set();
    const turns = [...again.values()].flatMap(
      (reading) => look(reading, reading.key === newest?.key, now) ?? [],
    );
    // One that has gone may not have been finished: the page's own signs decide, as for the newest.
    const gone = departed.flatMap(({ reading }) => look(reading, true, now) ?? []);
    turns.push(...gone);
    for (const { reading } of departed) open.delete(reading.key);
    const left = departed.flatMap(({ reading, before: above }): Window[] => {
      const isNew = above && sent.has(above.key) && gone.some(({ key }) => key === reading.key);
      return isNew ? [windowOf([above, reading], new Set())] : [];
    });

    if (!about || !moving)
      about = { url: url.origin + url.pathname, title: site.title(page)?.slice(0, 1_000) };
    const thread = {
      ...bound,
      formerKeys: [...bound.formerKeys],
      url: about.url,
      ...(about.title && { title: about.title }),
      ...(drift && { drift }),
    };
    if (before.length > 0) found({ site: site.id, thread, turns: before, windows: [] });
    const threadText = JSON.stringify(thread);
    // A turn of which no word has been written yet has not been sent, and has no place in the window.
    const same =
      edition === sentEdition && turns.every((turn) => placed.has(turn.key) || gone.includes(turn));
    const window = same
      ? sentWindow
      : windowOf(
          readings.filter(({ key }) => sent.has(key)),
          placed,
        );
    const sameWindow =
      same || (window.length === sentWindow.length && window.every((key, i) => key === sentWindow[i]));
    sentEdition = edition;
    if (turns.length === 0 && threadText === sentThread && sameWindow) return open.size > 0;
    if (!sameWindow) placed = new Set(window.flatMap((key) => key ?? []));
    sentThread = threadText;
    sentWindow = window;
    found({
      site: site.id,
      thread,
      turns,
      windows: [...left, ...(sameWindow ? [] : [window])].map((each) => [...each]),
    });
    return open.size > 0;
  };
  return { report };
}

/** A derived key says where a turn stands: other words there are another turn, unless the page tells it apart itself. */
const takesPlace = ({ role, markdown, branch }: Reading, before: string | undefined): boolean =>
  before !== undefined &&
  markdown !== '' &&
  before !== markdown &&
  branch === undefined &&
  !says(role, before, markdown);

/** The window that these turns make, below the one in which others were `placed`. */
function windowOf(readings: readonly Reading[], placed: ReadonlySet<string>): Window {
  const window = readings.flatMap((reading, i): (string | null)[] => {
    const before = readings[i - 1];
    return before && !areNeighbours(before, reading) ? [null, reading.key] : [reading.key];
  });
  return isBegunAnew(readings, placed) ? [ROOT, ...window] : window;
}

/** Where the page numbers its turns, a gap in the numbers says that others stand between two of them. */
const areNeighbours = (a: Reading, b: Reading): boolean => {
  const [upper, lower] = [a.ordinal ?? a.row, b.ordinal ?? b.row];
  return upper === undefined || lower === undefined || lower === upper + 1;
};

/**
 * One exchange alone where others stood: only an edit of the first prompt takes away all the rest. A list that was
 * scrolled far may show as little, but not as its first row.
 */
const isBegunAnew = ([first, ...rest]: readonly Reading[], placed: ReadonlySet<string>): boolean =>
  placed.size > 0 &&
  first?.role === 'user' &&
  first.ordinal === undefined &&
  (first.row ?? 0) === 0 &&
  [first, ...rest].every(({ key }) => !placed.has(key)) &&
  rest.every(({ role }) => role !== 'user');

/** Do two say the same? What grows is told by its length, before anything else is looked at. */
function isSame(a: Turn, b: Turn): boolean {
  if (a.markdown.length !== b.markdown.length || a.state !== b.state || a.markdown !== b.markdown)
    return false;
  return JSON.stringify({ ...a, markdown: '' }) === JSON.stringify({ ...b, markdown: '' });
}

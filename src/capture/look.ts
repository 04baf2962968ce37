import { isDerived, localKey } from '../model/keys';
import type { Diagnostics } from '../model/status';
import type { Batch } from '../model/turn';
import type { Place, Site } from '../sites/site';
import { type Binding, belongs, bind, samePlace, timeMayTell, unbound } from './binding';
import type { PageReader } from './page-reader';
import { reporter } from './report';

/** Whose turns stood in the page, under which address; and was that only replaced since? */
export interface Earlier {
  readonly binding: Binding;
  readonly address: string;
  readonly replaced: boolean;
}

interface Options {
  readonly page: Document;
  readonly site: Site;
  readonly signal: AbortSignal;
  readonly reader: PageReader;
  readonly earlier: Earlier | undefined;
  /** Where the user last went. */
  readonly wentTo: () => Place;
  /** The page turned out to be of another dialect. */
  readonly redetected: () => void;
  readonly isDrifting: () => boolean;
  readonly found: (batch: Batch) => void;
  readonly moved: (place: Place, binding: Binding) => void;
}

/** Looks at a page: reads, decides whose turns these are, hands on what is new. */
export interface Looker {
  /** Under this address, for so many milliseconds if they are given. Returns whether to look again unasked. */
  look(href: string, now: number, atMost: number | undefined): boolean;
  /** Is the newest turn an answer that is being written? */
  isUnfinished(): boolean;
  /** Is the newest turn a prompt? Its answer may begin at any time, in a hidden page too. */
  isAwaiting(): boolean;
  /** Was there no time for all? */
  hasUnread(): boolean;
  /** The address under which the page was read last. */
  address(): string;
  /** The address moved; `given`: only to name the chat that stands here. */
  noteMove(given: boolean): void;
  sights(): Pick<Diagnostics, 'dialect' | 'mounted' | 'known'>;
}

export function looker({ page, site, signal, reader, earlier, found, moved, ...more }: Options): Looker {
  let binding = earlier?.binding ?? unbound;
  let reporting = reporter(page, site, found);
  let unfinished = false;
  let awaited = false;
  let mounted = 0;
  let unread = false;
  let replaced = earlier?.replaced ?? true;
  let address = earlier?.address ?? page.location.href;

  const look = (href: string, now: number, atMost: number | undefined): boolean => {
    unread = false;
    const url = new URL(href);
    const place = site.place(url);
    if (!reader.dialect() || href !== address) {
      if (reader.detect()) more.redetected();
    }
    address = href;
    if (unfinished) reader.lookAtNewest();
    const standing = reader.read(atMost);
    unread = standing.unread;
    mounted = standing.readings.length;
    awaited = standing.readings.at(-1)?.role === 'user';
    const { bound: before, moved: wasMoving } = binding;
    const left = samePlace(more.wentTo(), place);
    binding = bind(binding, {
      place,
      turns: standing.readings,
      changed: standing.changed,
      now,
      left,
      replaced,
      newKey: localKey,
    });
    const moving = binding.moved !== undefined;
    if (!moving && href === page.location.href) replaced = true;
    // One that took its lasting key is told whole again: a script before this one may have left a part of it behind.
    if (before?.key !== binding.bound?.key) reporting = reporter(page, site, found);
    moved(place, binding);
    if (signal.aborted) return false;
    // Whose turn it was that went in the moment of a change of conversation, nobody can say.
    const departed = moving || wasMoving || before !== binding.bound ? [] : standing.departed;
    const own = moving ? standing.readings.filter((reading) => belongs(binding, reading)) : standing.readings;
    unfinished =
      binding.bound !== undefined &&
      reporting.report({
        ...standing,
        departed,
        readings: own,
        // While an address is in doubt some turns are held back, and let go when it is not.
        ...((moving || wasMoving) && { changed: own, edition: Number.NaN }),
        bound: binding.bound,
        url,
        moving,
        drift: more.isDrifting(),
        now,
      });
    return unfinished || timeMayTell(binding, now);
  };

  return {
    look,
    isUnfinished: () => unfinished,
    isAwaiting: () => awaited,
    hasUnread: () => unread,
    address: () => address,
    noteMove(given) {
      replaced &&= given;
    },
    sights() {
      const { id: dialect, ids = false } = reader.dialect() ?? {};
      // Where turns have ids, one without is about to get its own, and is seen twice.
      const known = [...binding.seen.keys()].filter((key) => !ids || !isDerived(key)).length;
      return { ...(dialect && { dialect }), mounted, known: Math.max(mounted, known) };
    },
  };
}

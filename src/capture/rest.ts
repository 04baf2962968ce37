import type { PageReader } from './page-reader';

/** A page that nobody looks at and that has not changed for so long is not observed any more … */
const CALM = 30_000;
/** … but glanced at as rarely as this. */
const GLANCE = 60_000;

/**
 * Lets a page rest while it is hidden and nothing in it changes: no observer, one glance a minute.
 *
 * Nothing that was shown is lost by that. A page with an unfinished or awaited answer never rests, and one that rests
 * is read again before anybody sees it, when its address changes and when it goes away. What comes into it by other
 * ways while it is hidden (a reply asked for on another device, a long research that ends) is found by the glance, and
 * from then on it is observed as before. Only a crash within that minute can take what no one has seen.
 */
export interface Rest {
  /** The page was read and nothing is awaited: it may come to rest. */
  mayBegin(): void;
  /** The page is about to be read: observes it again, and has what changed meanwhile read with the rest. */
  end(): void;
  isResting(): boolean;
  /** Nothing is watched any more. */
  stop(): void;
}

interface Options {
  readonly page: Document;
  readonly reader: Pick<PageReader, 'imprint' | 'changedSince'>;
  readonly observer: Pick<MutationObserver, 'disconnect'>;
  readonly observe: () => void;
  /** Does something unless it is too late for it; what it throws ends there. */
  readonly safely: (act: () => void) => void;
  /** A glance found something new. */
  readonly stirred: () => void;
}

export function resting({ page, reader, observer, observe, safely, stirred }: Options): Rest {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let before: ReturnType<PageReader['imprint']> | undefined;

  const begin = (): void => {
    if (!page.hidden) return;
    before = reader.imprint();
    observer.disconnect();
    glanceLater();
  };
  const glance = (): void => {
    if (before && reader.changedSince(before, 'newest')) stirred();
    else glanceLater();
  };
  const glanceLater = (): void => {
    timer = setTimeout(() => safely(glance), GLANCE);
  };
  return {
    mayBegin() {
      if (page.hidden) timer = setTimeout(() => safely(begin), CALM);
    },
    end() {
      clearTimeout(timer);
      if (!before) return;
      const then = before;
      before = undefined;
      observe();
      reader.changedSince(then, 'all');
    },
    isResting: () => before !== undefined,
    stop: () => clearTimeout(timer),
  };
}

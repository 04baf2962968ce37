import type { Drift } from '../model/status';
import type { Site } from '../sites/site';
import { SLICE } from './pace';
import type { PageReader } from './page-reader';

/** A page that has been still for so long is compared with what was read of it. */
const STILL = 1_500;

interface Options {
  readonly page: Document;
  readonly site: Site;
  readonly reader: Pick<PageReader, 'check' | 'prepareCheck'>;
  /** Does something unless it is too late for it; what it throws ends there. */
  readonly safely: (act: () => void) => void;
  /** The page began or ceased to fit what is known of its site. */
  readonly examined: (drift: Drift | undefined) => void;
  /** What was read has to be read again; `anew`: by another dialect. */
  readonly reread: (anew: boolean) => void;
}

/** Asks, whenever a page has come to rest, whether what was read explains it. */
export interface SelfCheck {
  /** The page was read and nothing in it is being written. */
  later(): void;
  /** The page is about to be read again, or is not watched any more. */
  cancel(): void;
  isDrifting(): boolean;
}

export function selfCheck({ page, site, reader, safely, examined, reread }: Options): SelfCheck {
  let drift: Drift | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Where no conversation is, there is nothing to explain. */
  const examine = (): void => {
    try {
      const atThread = site.place(new URL(page.location.href)).kind === 'thread';
      if (atThread && !reader.prepareCheck(SLICE)) {
        after(0);
        return;
      }
      const { drift: found, reread: anew } = atThread ? reader.check() : { reread: false };
      const changed = found !== drift;
      drift = found;
      if (changed) examined(drift);
      if (anew || changed) reread(anew);
    } catch {
      // a page that cannot be examined is looked at again when it changes
    }
  };
  const after = (delay: number): void => {
    timer = setTimeout(() => safely(examine), delay);
  };

  return {
    later: () => after(STILL),
    cancel: () => clearTimeout(timer),
    isDrifting: () => drift !== undefined,
  };
}

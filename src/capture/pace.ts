/** Text that goes on growing is read this long after the last change … */
const PAUSE = 300;
/** … but no later than this after the first: with the way to the store it stays below the promised 2 s. */
const CEILING = 1_000;
/** For so long the page may be kept waiting; what is left of a long one is read after it had its turn. */
export const SLICE = 25;

/** When a page is read. */
export interface Pace {
  /** Something changed: it is read when that is over. */
  soon(): void;
  /** It is read then, unless something changes before. */
  after(delay: number): void;
  /** It failed: it is read again, but not at once. */
  afterFailure(): void;
  /** It is being read now, or never again. */
  clear(): void;
}

/** By a clock that nobody sets. */
export function pacer(pass: () => void): Pace {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dirtySince: number | undefined;
  let changedAt = 0;

  /** Words come by the hundred: to set the timer anew for each would cost more than all else that is done for them. */
  const passOrWait = (): void => {
    const now = performance.now();
    const wait = Math.min(changedAt + PAUSE, (dirtySince ?? now) + CEILING) - now;
    if (wait > 0) timer = setTimeout(passOrWait, wait);
    else pass();
  };
  const after = (delay: number): void => {
    clearTimeout(timer);
    timer = setTimeout(pass, delay);
  };
  return {
    soon() {
      changedAt = performance.now();
      if (dirtySince === undefined) {
        dirtySince = changedAt;
        clearTimeout(timer);
        timer = setTimeout(passOrWait, PAUSE);
      } else if (changedAt - dirtySince >= CEILING) pass();
    },
    after,
    afterFailure: () => after(CEILING),
    clear() {
      clearTimeout(timer);
      dirtySince = undefined;
    },
  };
}

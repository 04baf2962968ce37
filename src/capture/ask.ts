import type { Reply, Response } from '../messages/protocol';
import type { Permission } from './permission';

/** How long to wait before asking a worker again that did not answer. */
const RETRY = 1_000;
/** No pause that ends by itself is longer. */
const HOUR = 3_600_000;

export interface Ask {
  readonly hello: (threadKeys: readonly string[]) => Promise<Reply<Response<'capture/hello'>> | undefined>;
  /** A pause that was to end then has been waited out here. */
  readonly waited: (until: number) => Promise<unknown>;
  readonly signal: AbortSignal;
  readonly answered: (permission: Permission) => void;
  /** A pause is over, or the worker did not answer: it is time to ask about whatever stands in the page now. */
  readonly again: () => void;
}

/** Asks the worker whether this tab may be captured; the last answer holds until the pause it names is over. */
export function asking({ hello, waited, signal, answered, again }: Ask) {
  let ending: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => {
    clearTimeout(retry);
    clearTimeout(ending);
  });

  const end = (until: number): void =>
    void waited(until)
      .catch(() => undefined)
      .then(again);

  const ask = async (threadKeys: readonly string[]): Promise<void> => {
    clearTimeout(retry);
    const reply = await hello(threadKeys).catch(() => undefined);
    if (signal.aborted) return;
    if (!reply?.ok) {
      retry = setTimeout(again, RETRY);
      return;
    }
    const answer = reply.value;
    clearTimeout(ending);
    const until = answer.capture === 'paused' ? answer.pause.until : undefined;
    if (until !== undefined) ending = setTimeout(() => end(until), Math.min(until - Date.now(), HOUR));
    answered({ answer, threadKeys });
  };
  return { ask: (threadKeys: readonly string[]) => void ask(threadKeys) };
}

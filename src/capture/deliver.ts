import type { Reply } from '../messages/protocol';
import { isDerived } from '../model/keys';
import { says } from '../model/revision';
import type { Problem } from '../model/status';
import type { Batch, Turn } from '../model/turn';

export type Keep = (batch: Batch) => Promise<Reply<unknown> | undefined>;

export interface Delivery {
  add(batch: Batch): void;
  /** Turns not acknowledged yet. */
  waiting(): number;
  problem(): Problem | undefined;
}

interface Options {
  readonly keep: Keep;
  readonly signal: AbortSignal;
  /** A batch came through, or a problem began or ended. */
  readonly changed: () => void;
  /** The worker says that this conversation may not be captured any more. */
  readonly stopped: (thread: Batch['thread']) => void;
}

const FIRST_RETRY = 200;
const LAST_RETRY = 10_000;
/** A worker that is just waking fails once; only one that goes on failing is worth telling. */
const WORTH_TELLING = 3;
/** Large pages go in parts: a message channel takes 64 MiB at most. */
const PART = 4_000_000;

/**
 * Brings batches to the worker, one at a time, in order, until each is acknowledged. The worker may die in the
 * middle: what was not acknowledged is sent again, which is safe because storing is idempotent.
 */
export function deliver({ keep, signal, changed, stopped }: Options): Delivery {
  let queue: Batch[] = [];
  let problem: Problem | undefined;
  let refusedIn: string | undefined;
  let sending = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));

  const next = async (): Promise<void> => {
    const batch = queue[0];
    if (sending || signal.aborted || !batch) return;
    clearTimeout(timer);
    timer = undefined;
    sending = true;
    const reply = await keep(batch).catch(() => undefined);
    sending = false;
    if (signal.aborted) return;
    take(batch, reply);
    changed();
  };

  const take = (batch: Batch, reply: Reply<unknown> | undefined): void => {
    const code = reply === undefined ? 'failed' : reply.ok ? undefined : reply.error.code;
    if (code === 'paused' || code === 'private') {
      queue = queue.filter((each) => !sameThread(each.thread, batch.thread));
      problem = undefined;
      failures = 0;
      stopped(batch.thread);
      void next();
    } else if (code === undefined) {
      queue.shift();
      failures = 0;
      problem = refusedIn === batch.thread.key ? 'refused' : undefined;
      void next();
    } else if (code === 'refused') {
      // One turn that the worker cannot accept must not take the others with it.
      const [half, rest] = halves(batch);
      queue.splice(0, 1, ...(rest ? [half, rest] : []));
      if (!rest) {
        problem = 'refused';
        refusedIn = batch.thread.key;
      }
      void next();
    } else {
      failures++;
      if (code !== 'failed') problem = code;
      else if (failures >= WORTH_TELLING) problem = 'unreachable';
      timer = setTimeout(() => void next(), Math.min(FIRST_RETRY * 2 ** (failures - 1), LAST_RETRY));
    }
  };

  return {
    add(batch) {
      const last = queue.at(-1);
      const joins =
        last?.thread.key === batch.thread.key &&
        !(sending && queue.length === 1) &&
        !holdsAnother(last, batch);
      if (joins) queue.pop();
      queue.push(...parts(joins ? merge(last, batch) : batch));
      if (timer === undefined) void next();
    },
    waiting: () => countTurns(queue),
    problem: () => problem,
  };
}

/** A conversation may wait under its earlier key too. */
const sameThread = (a: Batch['thread'], b: Batch['thread']): boolean =>
  a.key === b.key || a.formerKeys.includes(b.key) || b.formerKeys.includes(a.key);

/** The same turn may wait more than once, under its earlier key too. */
function countTurns(batches: readonly Batch[]): number {
  const counted = new Set<string>();
  let count = 0;
  for (const { key, formerKeys } of batches.toReversed().flatMap(({ turns }) => turns)) {
    if (!counted.has(key)) count++;
    for (const each of [key, ...formerKeys]) counted.add(each);
  }
  return count;
}

/** Does a turn still wait whose key another one has now? One must not go for the other. */
function holdsAnother(older: Batch, newer: Batch): boolean {
  const waiting = new Map(older.turns.map((turn) => [turn.key, turn]));
  /** What was finished does not go on: another one is written there, though it may begin alike. */
  const begins = (a: Turn, b: Turn): boolean => a.state === 'final' && b.state === 'streaming';
  const isAnother = (a: Turn, b: Turn): boolean =>
    a.draft !== b.draft || (isDerived(a.key) && (begins(a, b) || !says(a.role, a.markdown, b.markdown)));
  return newer.turns.some((turn) => {
    const other = waiting.get(turn.key);
    return other !== undefined && isAnother(other, turn);
  });
}

/** The newer reading of a turn replaces the older one; what stood in the page before is told as well. */
function merge(older: Batch, newer: Batch): Batch {
  const turns = new Map(older.turns.map((turn) => [turn.key, turn]));
  for (const turn of newer.turns) {
    const anew = turns.get(turn.key)?.anew;
    turns.set(turn.key, anew ? { ...turn, anew } : turn);
  }
  return { ...newer, turns: [...turns.values()], windows: [...older.windows, ...newer.windows] };
}

function parts(batch: Batch): Batch[] {
  const size = batch.turns.reduce((sum, turn) => sum + turn.markdown.length, 0);
  const [half, rest] = size > PART ? halves(batch) : [batch];
  return rest ? [...parts(half), ...parts(rest)] : [half];
}

function halves(batch: Batch): [Batch, Batch?] {
  const middle = Math.ceil(batch.turns.length / 2);
  if (middle === batch.turns.length) return [batch];
  return [
    { ...batch, turns: batch.turns.slice(0, middle) },
    { ...batch, turns: batch.turns.slice(middle) },
  ];
}

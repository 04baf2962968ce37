import { useEffect, useMemo, useState } from 'preact/hooks';
import { openStore, type Store } from '../store/db';
import { liveQuery } from '../store/queries';

interface Live<T> {
  readonly value?: T;
  readonly failed?: boolean;
}

/** How often a store that failed is asked again. */
const RETRY = 1_000;

/** The result of a query of the store, and again whenever any writer changes what it read. */
export function useLive<T>(query: (db: Store) => Promise<T>, inputs: readonly unknown[]): Live<T> {
  const [live, setLive] = useState<Live<T>>({});
  const [attempt, setAttempt] = useState(0);
  const db = useMemo(openStore, [attempt]);
  useEffect(() => () => db.close(), [db]);
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout> | undefined;
    const settle = (next: Live<T>): void => {
      setLive(next);
      if (next.failed) retry = setTimeout(() => setAttempt(attempt + 1), RETRY);
    };
    // A live query keeps silent when its database is closed, so failures are turned into results.
    const observed = liveQuery(() =>
      query(db).then(
        (value): Live<T> => ({ value }),
        (): Live<T> => ({ failed: true }),
      ),
    );
    const subscription = observed.subscribe(settle, () => settle({ failed: true }));
    return () => {
      clearTimeout(retry);
      subscription.unsubscribe();
    };
  }, [...inputs, db]);
  return live;
}

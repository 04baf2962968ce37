import { liveQuery } from 'dexie';
import { useEffect, useState } from 'preact/hooks';

interface Live<T> {
  readonly value?: T;
  readonly failed?: boolean;
}

/** The result of a query of the store, and again whenever any writer changes what it read. */
export function useLive<T>(query: () => Promise<T>, inputs: readonly unknown[]): Live<T> {
  const [live, setLive] = useState<Live<T>>({});
  useEffect(() => {
    const subscription = liveQuery(query).subscribe({
      next: (value) => setLive({ value }),
      error: () => setLive({ failed: true }),
    });
    return () => subscription.unsubscribe();
  }, inputs);
  return live;
}

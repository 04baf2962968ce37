/** How much this script has cost its page. */
export interface Meter {
  /** Does something and adds the time it took; what is measured within is not counted twice. */
  measure(act: () => void): void;
  /** So many changes of the page were told to us. */
  count(changes: number): void;
  read(): { readonly spent: number; readonly changes: number };
}

/** Two looks at the clock for each run: next to nothing beside what is measured. */
export function meter(): Meter {
  let spent = 0;
  let changes = 0;
  let measuring = false;
  return {
    measure(act) {
      if (measuring) return act();
      measuring = true;
      const from = performance.now();
      try {
        act();
      } finally {
        spent += performance.now() - from;
        measuring = false;
      }
    },
    count(more) {
      changes += more;
    },
    read: () => ({ spent, changes }),
  };
}

/** The machine-readable time that a page shows for a turn. */
export function readTime(element: Element | null | undefined): number | undefined {
  const time = Date.parse(element?.getAttribute('datetime') ?? '');
  return Number.isNaN(time) ? undefined : time;
}

import type { Place, Site } from '../sites/site';

/**
 * Where the user last went by a link or through the history: there surely is another conversation. `left`: is the address
 * of now one to which the user went before this listened?
 */
export function destination(page: Document, site: Site, signal: AbortSignal, left: boolean): () => Place {
  let wentTo: Place = left ? site.place(new URL(page.location.href)) : { kind: 'none' };
  const leave = (event: Event): void => {
    const link = event.type === 'popstate' ? page.location.href : linkOf(event.target);
    if (link !== undefined && URL.canParse(link)) wentTo = site.place(new URL(link));
  };
  page.addEventListener('click', leave, { signal, capture: true, passive: true });
  page.defaultView?.addEventListener('popstate', leave, { signal });
  return () => wentTo;
}

const linkOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]')?.href : undefined;

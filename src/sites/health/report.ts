import type { Site } from '../site';
import { skeletonOf } from './skeleton';

/** What somebody who mends a dialect needs to know of a page, without a word of what it says. */
export function reportOn(page: Document, site: Site): string {
  const dialect = site.dialects.find((each) => each.fits(page));
  const scope = dialect?.scope(page);
  const place = page.location ? site.place(new URL(page.location.href)).kind : 'none';
  const found = Object.entries(dialect?.selectors ?? {}).map(
    ([name, selector]) => `  ${name}: ${page.querySelectorAll(selector).length}`,
  );
  return [
    'Threadkeeper page report. It holds the structure of the page and none of its text.',
    `site: ${site.id}, place: ${place}`,
    `dialect: ${dialect?.id ?? 'none fits'}`,
    `turns: ${(dialect && scope?.querySelectorAll(dialect.turn).length) ?? 0}`,
    ...(found.length > 0 ? ['found by selector:', ...found] : []),
    '',
    skeletonOf(page, site),
  ].join('\n');
}

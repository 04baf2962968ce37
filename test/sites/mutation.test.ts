import { describe, expect, test } from 'vitest';
import { pageReader } from '../../src/capture/page-reader';
import { siteFor } from '../../src/sites';
import type { Site } from '../../src/sites/site';

/**
 * A site renames things without telling anybody. Here every attribute, class, id and tag that a selector asks for is
 * renamed or removed in every fixture in turn: either the reading is still right, or the self-check says that it is not.
 */
const pages = import.meta.glob<string>('./*/*/page.html', { query: '?raw', import: 'default', eager: true });
const cases = Object.entries(pages).map(([path, html]) => ({
  name: path.split('/').slice(1, 3).join('/'),
  html,
}));

const parse = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

interface Outcome {
  readonly said: readonly string[];
  readonly drift: string | undefined;
}

function read(page: Document, site: Site): Outcome {
  const reader = pageReader(page, site);
  reader.detect();
  const { drift, reread } = reader.check();
  if (reread) reader.check();
  return {
    said: reader.read().readings.map(({ role, key, markdown }) => `${role} ${key}\n${markdown}`),
    drift,
  };
}

/** What a selector is made of, each with a way to rename it in a page. */
function atomsOf(selector: string): { name: string; rename: (page: Document, away: boolean) => void }[] {
  const found = (pattern: RegExp) => [
    ...new Set([...selector.matchAll(pattern)].map(([, name]) => name ?? '')),
  ];
  return [
    ...found(/\[([\w-]+)/g).map((name) => ({ name: `[${name}]`, rename: renameAttribute(name) })),
    ...found(/\.((?:\\.|[\w-])+)/g).map((name) => ({
      name: `.${name}`,
      rename: renameClass(name.replace(/\\/g, '')),
    })),
    ...found(/(?:^|[\s,(>])([a-z]+-[a-z-]+)/g).map((name) => ({
      name: `<${name}>`,
      rename: renameTag(name),
    })),
  ];
}

const renameAttribute =
  (name: string) =>
  (page: Document, away: boolean): void => {
    if (name === 'class' || name === 'href') return;
    for (const element of page.querySelectorAll(`[${name}]`)) {
      if (!away)
        element.setAttribute(`data-new-${name.replace(/^data-/, '')}`, element.getAttribute(name) ?? '');
      element.removeAttribute(name);
    }
  };

const renameClass =
  (name: string) =>
  (page: Document, away: boolean): void => {
    for (const element of page.querySelectorAll('[class]')) {
      if (!element.classList.contains(name)) continue;
      element.classList.remove(name);
      if (!away) element.classList.add(`new-${name}`);
    }
  };

const renameTag =
  (name: string) =>
  (page: Document, away: boolean): void => {
    for (const element of page.querySelectorAll(name)) {
      const renamed = page.createElement(away ? 'div' : `new-${name}`);
      for (const attribute of element.attributes) renamed.setAttribute(attribute.name, attribute.value);
      renamed.append(...element.childNodes);
      element.replaceWith(renamed);
    }
  };

describe.each(cases)('$name', ({ html }) => {
  test('whatever is renamed is noticed, or does no harm', () => {
    const site = siteFor(new URL(/^<!-- (\S+) -->/.exec(html)?.[1] ?? '')) as Site;
    const before = read(parse(html), site);
    const page = parse(html);
    const dialect = site.dialects.find((each) => each.fits(page));
    const unnoticed: string[] = [];
    for (const [what, selector] of Object.entries(dialect?.selectors ?? {})) {
      for (const { name, rename } of atomsOf(selector)) {
        for (const away of [false, true]) {
          const changed = parse(html);
          rename(changed, away);
          const after = read(changed, site);
          const right = JSON.stringify(after.said) === JSON.stringify(before.said);
          if (!right && after.drift === undefined)
            unnoticed.push(`${what}: ${name} ${away ? 'removed' : 'renamed'}`);
        }
      }
    }
    expect(unnoticed).toEqual([]);
  });
});

import { mountedTurns } from '../../src/capture/mounted';
import { sites } from '../../src/sites';
import { coverageOf, measureOutside, measureTurn } from '../../src/sites/health/coverage';
import { genericDialect } from '../../src/sites/health/generic';
import type { Reading } from '../../src/sites/site';

/** Runs in a browser page: reads a saved page of a site the way the extension does. */

interface Checked {
  readonly dialect: string;
  readonly roles: string;
  readonly coverage: number;
  readonly warnings: readonly string[];
  readonly turns: readonly Reading[];
}

function check(siteId: string, html: string): Checked {
  const site = sites.find(({ id }) => id === siteId);
  const page = new DOMParser().parseFromString(html, 'text/html');
  const dialect = site?.dialects.find((each) => each.fits(page)) ?? genericDialect(page);
  if (!dialect) return { dialect: 'none', roles: '', coverage: 1, warnings: ['no dialect fits'], turns: [] };
  const turns = mountedTurns(dialect).read(page);
  const scope = dialect.scope(page);
  const elements = [...(scope?.querySelectorAll(dialect.turn) ?? [])];
  let before: Reading | undefined;
  const measures = elements.map((element) => {
    const reading = dialect.read(element, before);
    before = reading ?? before;
    return measureTurn(element, reading, dialect);
  });
  const outside = scope ? [measureOutside(scope, dialect)] : [];
  const coverage = coverageOf([...measures, ...outside]);
  return {
    dialect: dialect.id,
    roles: turns.map(({ role }) => role[0]).join(''),
    coverage,
    warnings: [
      ...(outside[0]?.shown ? [`${outside[0].shown} letters outside`] : []),
      ...measures.flatMap((m, i) => (m.read < m.shown ? [`turn ${i + 1}: ${m.read}/${m.shown}`] : [])),
    ],
    turns,
  };
}

Object.assign(window, { check });

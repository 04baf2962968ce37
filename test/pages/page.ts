import { pageReader } from '../../src/capture/page-reader';
import { toMarkdown } from '../../src/model/markdown';
import { sites } from '../../src/sites';

/** Runs in a browser: reads a saved page of a site the way the extension does. */

export interface Checked {
  readonly dialect: string;
  readonly turns: number;
  readonly roles: string;
  readonly coverage: number;
  readonly warnings: readonly string[];
  readonly text: string;
}

function check(siteId: string, html: string): Checked {
  const site = sites.find(({ id }) => id === siteId);
  if (!site) throw new Error(`There is no site called "${siteId}".`);
  const page = new DOMParser().parseFromString(html, 'text/html');
  const reader = pageReader(page, site);
  reader.detect();
  const first = reader.check();
  const health = first.reread ? reader.check() : first;
  const turns = reader.read().readings;
  const artifacts = turns.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'artifact' ? (block.markdown ?? []) : [])),
  );
  return {
    dialect: reader.dialect()?.id ?? 'none',
    turns: turns.length,
    roles: turns.map(({ role }) => role[0]).join(''),
    coverage: health.coverage,
    warnings: [
      ...(first.drift ? [`drift: ${first.drift}`] : []),
      ...(turns.some(({ blocks }) => blocks.length === 0) ? ['a turn without content'] : []),
      ...(turns.some(({ blocks }) => blocks.some((block) => block.type === 'code' && block.truncated))
        ? ['code shown in part']
        : []),
    ],
    text: [...turns.map(({ blocks }) => toMarkdown(blocks)), ...artifacts].join('\n\n'),
  };
}

Object.assign(window, { check });

import { posix } from 'node:path';
import { type Module, readModule } from './module';

/** The rules of DESIGN section 9, and those of section 3 on who may carry what. */

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** A layer may import those of a lower rank. */
const RANK: Readonly<Record<string, number>> = {
  model: 0,
  sites: 1,
  imports: 1,
  distill: 1,
  settings: 1,
  messages: 1,
  store: 1,
  capture: 2,
  search: 2,
  sync: 2,
  worker: 3,
  ui: 3,
  entrypoints: 4,
};

/** Packages each layer may use. Whatever is not named needs a reason, and a line here. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  model: /^zod\/mini$/,
  store: /^dexie$/,
  ui: /^preact(\/hooks)?$/,
  entrypoints: /^(preact|wxt\/utils\/[\w-]+)$/,
};
const PURE = new Set(['model', 'sites', 'imports', 'distill']);
/** What a pure layer would reach the outside with. */
const OUTSIDE = ['chrome', 'browser', 'fetch', 'indexedDB', 'localStorage', 'XMLHttpRequest', 'WebSocket'];
/** Files whose code runs inside the sites' pages … */
const IN_PAGES = /^(src\/(sites|capture)\/|src\/messages\/(send|tabs)\.ts$|entrypoints\/capture\.ts$)/;
/** … and what they may carry there: no schemas (zod is 80 kB), no storage. */
const LIGHT =
  /^(wxt\/utils\/|src\/browser$|src\/(sites|capture)(\/|$)|src\/messages\/(send|tabs)$|src\/model\/(keys|ids|markdown|order|revision|status)$)/;
/** Pages read the store and never write it. */
const READABLE = /^src\/store\/(db|queries)$/;
const SHARED_BY_SITES = /^src\/sites\/(site|markdown|parts|health)(\/|$)/;
const ENTRYPOINT_LINES = 40;

export const faults = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    const layer = layerOf(path);
    if (path !== 'src/browser.ts' && RANK[layer] === undefined)
      return [`${path}: src/${layer} is no layer of the design.`];
    const module = readModule(path, text);
    return [...importFaults(path, layer, module), ...moduleFaults(path, layer, module, text)];
  });

function importFaults(path: string, layer: string, module: Module): string[] {
  if (path === 'src/browser.ts') return [];
  return module.imports.flatMap(({ specifier, typeOnly }) => {
    const target = resolve(path, specifier);
    const rule = /\.css$/.test(target) ? undefined : brokenRule(path, layer, target, typeOnly);
    return rule ? [`${path} imports ${target}: ${rule}.`] : [];
  });
}

function brokenRule(path: string, layer: string, target: string, typeOnly: boolean): string | undefined {
  if (target === 'wxt/browser' || target === 'webextension-polyfill')
    return 'only src/browser.ts may import wxt/browser';
  if (target.startsWith('entrypoints/'))
    return layer === 'entrypoints' ? undefined : 'nothing may import an entrypoint';
  if (PURE.has(layer) && target === 'src/browser') return `${layer} is pure and may not import ${target}`;
  if (!target.startsWith('src/')) {
    if (PACKAGES[layer]?.test(target)) return undefined;
    return PURE.has(layer)
      ? `${layer} is pure and may not import ${target}`
      : `${layer} may not use the package or folder ${target}`;
  }
  if (target === 'src/browser') return undefined;
  const other = layerOf(target);
  if (other === layer) return layer === 'sites' ? siteRule(path, target) : undefined;
  if ((RANK[other] ?? 99) >= (RANK[layer] ?? 0)) return `${layer} may not import ${other}`;
  if (!typeOnly && IN_PAGES.test(path) && !LIGHT.test(target))
    return 'the content script may not carry zod or storage, so take types only';
  if (layer === 'ui' && other === 'store' && !READABLE.test(target))
    return 'pages read the store and write by message';
  if (layer === 'ui' && other === 'capture') return 'ui may not import capture';
  return undefined;
}

/** A site may use what all sites share and its own folder; only the list knows them all. */
function siteRule(path: string, target: string): string | undefined {
  if (path === 'src/sites/index.ts' || SHARED_BY_SITES.test(target)) return undefined;
  const [own, other] = [path, target].map((each) => each.split('/')[2]?.replace(/\.ts$/, ''));
  return own === other ? undefined : 'one site may not import another';
}

function moduleFaults(path: string, layer: string, module: Module, text: string): string[] {
  const lines = text.trimEnd().split('\n').length;
  const outside = PURE.has(layer) ? OUTSIDE.filter((name) => module.names.has(name)) : [];
  const kept =
    layer === 'worker' || path.startsWith('entrypoints/background')
      ? [...module.state, ...module.made]
      : module.state;
  return [
    ...(path.startsWith('entrypoints/') && lines > ENTRYPOINT_LINES
      ? [`${path}: entrypoints only compose: ${lines} lines, ${ENTRYPOINT_LINES} at most.`]
      : []),
    ...outside.map((name) => `${path}: ${layer} is pure and may not use ${name}.`),
    ...(module.names.has('import.meta') ? [`${path}: import.meta would import what no rule can see.`] : []),
    ...kept.map(
      (code) => `${path}: "${code}": the worker may die at any time and must not keep state in a module.`,
    ),
  ];
}

const layerOf = (path: string): string => path.split('/')[path.startsWith('src/') ? 1 : 0] ?? '';

/** Aliases are no way round: they resolve to the folder they stand for. */
function resolve(from: string, specifier: string): string {
  const plain = specifier.replace(/\.tsx?$/, '').replace(/^(@@?|~~?)\//, '');
  const path = specifier.startsWith('.') ? posix.join(posix.dirname(from), plain) : plain;
  return path.replace(/\/index$/, '');
}

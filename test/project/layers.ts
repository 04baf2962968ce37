/** The rules of DESIGN section 9 as functions over the text of source files. */

export interface SourceFile {
  /** From the project's root. */
  readonly path: string;
  readonly text: string;
}

/** A layer may import those of a lower rank. */
const RANK: Readonly<Record<string, number>> = {
  model: 0,
  ...{ sites: 1, imports: 1, distill: 1, settings: 1, messages: 1, store: 1 },
  ...{ capture: 2, search: 2, sync: 2 },
  ...{ worker: 3, ui: 3 },
  entrypoints: 4,
};
const PURE = new Set(['model', 'sites', 'imports', 'distill']);
/** Layers whose code runs inside the sites' pages. */
const IN_PAGES = new Set(['sites', 'capture']);
const ENTRYPOINT_LINES = 40;

export function faults(
  files: readonly SourceFile[],
  resolve: (from: string, specifier: string) => string,
): string[] {
  return files.flatMap((file) => [...importFaults(file, resolve), ...moduleFaults(file)]);
}

function importFaults(
  { path, text }: SourceFile,
  resolve: (from: string, specifier: string) => string,
): string[] {
  if (path === 'src/browser.ts') return [];
  const layer = layerOf(path);
  if (RANK[layer] === undefined) return [`${path}: src/${layer} is no layer of the design.`];
  return importsOf(text).flatMap(({ specifier, typeOnly }) => {
    const target = resolve(path, specifier);
    const rule = brokenRule(path, layer, target, typeOnly);
    return rule ? [`${path} imports ${target}: ${rule}.`] : [];
  });
}

function brokenRule(path: string, layer: string, target: string, typeOnly: boolean): string | undefined {
  if (target === 'wxt/browser' || target === 'webextension-polyfill')
    return 'only src/browser.ts may import wxt/browser';
  if (PURE.has(layer) && /^(wxt|dexie|preact|src\/browser)(\/|$)/.test(target))
    return `${layer} is pure and may not import ${target}`;
  if (
    IN_PAGES.has(layer) &&
    !typeOnly &&
    /^(zod(\/|$)|src\/model\/(schema|turn|block|message|thread|memory|settings)$|src\/messages\/(protocol|serve)$)/.test(
      target,
    )
  ) {
    return 'the content script may not carry zod, so take types only';
  }
  if (target.startsWith('entrypoints/'))
    return layer === 'entrypoints' ? undefined : 'nothing may import an entrypoint';
  if (!target.startsWith('src/') || target === 'src/browser') return undefined;
  const other = layerOf(target);
  if (other === layer) return sameSite(path, target) ? undefined : 'one site may not import another';
  return (RANK[other] ?? 99) < (RANK[layer] ?? 0) ? undefined : `${layer} may not import ${other}`;
}

function moduleFaults({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  const lines = text.split('\n').length - 1;
  if (path.startsWith('entrypoints/') && lines > ENTRYPOINT_LINES) {
    found.push(`${path}: entrypoints only compose: ${lines} lines, ${ENTRYPOINT_LINES} at most.`);
  }
  const state =
    /^(?:export )?(?:let|var) .*|^(?:export )?const \w+(?:: [^=]+)? = (?:new (?:Map|Set|WeakMap|Array|Dexie)(?:<[^>]*>)?\(\)|\[\]|\{\});?$/m.exec(
      text,
    );
  if (state && (layerOf(path) === 'worker' || path === 'entrypoints/background.ts')) {
    found.push(`${path}: "${state[0]}": the worker may die at any time and must not keep state in a module.`);
  }
  return found;
}

const layerOf = (path: string): string =>
  path.startsWith('src/') ? (path.split('/')[1] ?? '') : (path.split('/')[0] ?? '');

/** Files directly in `sites` are shared; a site's folder may use those and itself. */
function sameSite(path: string, target: string): boolean {
  const [from, to] = [path, target].map((each) => /^src\/sites\/(\w+)(?:\/|$)/.exec(each)?.[1]);
  const inFolder = path.split('/').length > 3;
  return !inFolder || from === to || !target.startsWith('src/sites/') || SHARED.test(target);
}
const SHARED = /^src\/sites\/(?:site|text)$/;

function importsOf(text: string): { specifier: string; typeOnly: boolean }[] {
  const statements = text.matchAll(
    /^\s*(?:import|export)\s+(type\s)?([^'";]*?)\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
  );
  return [...statements].map(([, type, names, from, bare, dynamic]) => ({
    specifier: from ?? bare ?? dynamic ?? '',
    typeOnly:
      type !== undefined ||
      (names !== undefined &&
        /^\{[^}]*\}\s*$/.test(names) &&
        names
          .slice(1)
          .split(/[,}]/)
          .every((name) => !name.trim() || /^\s*type\s/.test(name))),
  }));
}

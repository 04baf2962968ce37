import { parseAst } from 'vite';

/** What the rules need to know of a source file, read from its syntax tree. */
export interface Module {
  readonly imports: readonly { readonly specifier: string; readonly typeOnly: boolean }[];
  /** Names used that the file itself does not declare at its top. */
  readonly names: ReadonlySet<string>;
  /** Declarations and statements that keep something in the module between two calls, as source text. */
  readonly state: readonly string[];
  /** Module constants made by calling something, as source text. */
  readonly made: readonly string[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const MUTATORS = new Set([
  'set',
  'add',
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'delete',
  'clear',
  'sort',
  'fill',
]);

export function readModule(path: string, text: string): Module {
  const tree = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;
  const source = (node: Node): string => text.slice(node.start, node.end).split('\n')[0] ?? '';
  const imports: { specifier: string; typeOnly: boolean }[] = [];
  const names = new Set<string>();
  const state: string[] = [];
  const made: string[] = [];
  const constants = new Set<string>();

  for (const statement of tree['body'] as Node[]) {
    const declaration = (statement['declaration'] as Node | null) ?? statement;
    if (declaration.type !== 'VariableDeclaration') continue;
    if (declaration['kind'] !== 'const') state.push(source(declaration));
    for (const { id, init } of declaration['declarations'] as { id: Node; init: Node | null }[]) {
      constants.add(String(id['name']));
      if (init && isEmpty(init)) state.push(source(declaration));
      if (init?.type === 'CallExpression') made.push(source(declaration));
    }
  }
  visit(tree, (node) => {
    if (typeof node['source'] === 'object' && node['source'] !== null && node.type !== 'TSImportType') {
      imports.push({ specifier: literal(node['source'] as Node), typeOnly: isTypeOnly(node) });
    }
    if (node.type === 'Identifier') names.add(String(node['name']));
    if (node.type === 'MetaProperty') names.add('import.meta');
    const changed = changedObject(node);
    if (changed !== undefined && constants.has(changed)) state.push(source(node));
  });
  return { imports, names, state, made };
}

function visit(node: Node, look: (node: Node) => void): void {
  look(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node, look);
    }
  }
}

/** A computed import cannot be checked, so it is named as what it is. */
const literal = (node: Node): string => {
  if (node.type === 'Literal') return String(node['value']);
  const [quasi] = (node['quasis'] as { value: { cooked: string } }[] | undefined) ?? [];
  return quasi && (node['expressions'] as unknown[]).length === 0 ? quasi.value.cooked : '(computed)';
};

function isTypeOnly(node: Node): boolean {
  if (node['importKind'] === 'type' || node['exportKind'] === 'type') return true;
  const specifiers = (node['specifiers'] as Node[] | undefined) ?? [];
  return (
    specifiers.length > 0 &&
    specifiers.every((each) => each['importKind'] === 'type' || each['exportKind'] === 'type')
  );
}

const isEmpty = (node: Node): boolean =>
  (node.type === 'NewExpression' && (node['arguments'] as Node[]).length === 0) ||
  (node.type === 'ArrayExpression' && (node['elements'] as Node[]).length === 0) ||
  (node.type === 'ObjectExpression' && (node['properties'] as Node[]).length === 0);

/** Name of the object whose content an expression changes. */
function changedObject(node: Node): string | undefined {
  const left = (node['left'] ?? node['argument'] ?? node['callee']) as Node | null | undefined;
  if (left?.type !== 'MemberExpression') return undefined;
  const method = String((left['property'] as Node)['name']);
  const changes =
    node.type === 'AssignmentExpression' ||
    node.type === 'UpdateExpression' ||
    (node.type === 'UnaryExpression' && node['operator'] === 'delete') ||
    (node.type === 'CallExpression' && MUTATORS.has(method));
  return changes ? rootName(left) : undefined;
}

const rootName = (node: Node): string | undefined =>
  node.type === 'MemberExpression'
    ? rootName(node['object'] as Node)
    : node.type === 'Identifier'
      ? String(node['name'])
      : undefined;

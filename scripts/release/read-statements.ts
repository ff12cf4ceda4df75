import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { composed, sentBy } from './composed-statements.ts';

/** These run with the owner's address, when no later release has migrated, or pass on statements of other files. */
const notOfNodes = [
  'platform/db/build-indexes.ts',
  'platform/db/database.ts',
  'platform/db/detach-partitions.ts',
  'platform/db/migrate.ts',
  'platform/db/move-to-partitions.ts',
  'platform/db/plan-migrations.ts',
  'platform/db/service-role.ts',
  // Its tables are not in the database of a live service, which the fixtures describe.
  'sandbox/sandbox-players.store.ts',
];

/** A node of the syntax tree. oxc-parser has a type for each kind; the reader looks only at a few fields. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Module {
  readonly body: readonly Node[];
  /** Constants of the module, by name. */
  readonly constants: ReadonlyMap<string, Node>;
  /** The file and the name of each imported name. */
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
}

export interface Statements {
  /** Sorted, each once. */
  readonly texts: readonly string[];
  /** By file: how many calls of `query` have a statement that the reader cannot put together. */
  readonly unread: Readonly<Record<string, number>>;
}

/**
 * The SQL statements that a node can send, from its sources: the first argument of every call of `query`. Constants,
 * conditions and parameters with a few possible words are replaced by each of their values. For statements that code
 * puts together in other ways, `composed-statements.ts` calls that code.
 */
export async function readStatements(sourceFolder: string): Promise<Statements> {
  const modules = new Map<string, Module>();
  const moduleOf = (file: string): Module => {
    const known = modules.get(file);
    if (known) return known;
    const read = readModule(file);
    modules.set(file, read);
    return read;
  };
  const texts = new Set<string>();
  const unread: Record<string, number> = {};
  for (const name of filesBelow(sourceFolder)) {
    const file = path.join(sourceFolder, name);
    if (!readFileSync(file, 'utf8').includes('.query')) continue;
    for (const { node, scope } of queriesOf(moduleOf(file))) {
      const values = valuesOf(node, scope, moduleOf);
      if (values) for (const text of values) texts.add(oneLine(text));
      else unread[name] = (unread[name] ?? 0) + 1;
    }
  }
  for (const each of Object.values(composed)) for (const text of await sentBy(each)) texts.add(oneLine(text));
  return { texts: [...texts].toSorted(), unread };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('testing/'))
    .filter((name) => !notOfNodes.includes(name) && !name.includes('development'))
    .toSorted();
}

function readModule(file: string): Module {
  const body = parseSync(file, readFileSync(file, 'utf8')).program.body as unknown as Node[];
  const imports = new Map<string, { file: string; name: string }>();
  for (const node of body) {
    const from = (node['source'] as { value?: string } | null)?.value;
    if (node.type !== 'ImportDeclaration' || !from?.startsWith('.')) continue;
    for (const each of node['specifiers'] as Node[])
      if (each.type === 'ImportSpecifier')
        imports.set(nameOf(each['local'])!, {
          file: path.join(path.dirname(file), from),
          name: nameOf(each['imported'])!,
        });
  }
  return { body, imports, constants: constantsOf(body) };
}

function constantsOf(body: readonly Node[]): Map<string, Node> {
  const found = new Map<string, Node>();
  for (const node of body) {
    const declaration = (node.type === 'ExportNamedDeclaration' ? node['declaration'] : node) as Node | null;
    if (declaration?.type !== 'VariableDeclaration' || declaration['kind'] !== 'const') continue;
    for (const each of declaration['declarations'] as Node[]) {
      const name = nameOf(each['id']);
      if (name !== undefined && each['init']) found.set(name, each['init'] as Node);
    }
  }
  return found;
}

/** The names that a statement can use: of its module, and of the functions and loops around it. */
interface Scope {
  readonly module: Module;
  readonly values: ReadonlyMap<string, readonly Node[]>;
}

function queriesOf(module: Module): { node: Node; scope: Scope }[] {
  const found: { node: Node; scope: Scope }[] = [];
  const visit = (node: unknown, values: Scope['values']): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, values);
    if (!isNode(node)) return;
    const within = new Map([...values, ...namesOf(node)]);
    if (node.type === 'CallExpression' && nameOf((node['callee'] as Node)['property']) === 'query') {
      const statement = textOf((node['arguments'] as Node[])[0]);
      if (statement) found.push({ node: statement, scope: { module, values: within } });
    }
    for (const [field, each] of Object.entries(node)) if (field !== 'type') visit(each, within);
  };
  visit(module.body, new Map());
  return found;
}

/** A statement is passed as text, or as an object with its text and a name. */
function textOf(argument: Node | undefined): Node | undefined {
  if (argument?.type !== 'ObjectExpression') return argument;
  const property = (argument['properties'] as Node[]).find((each) => nameOf(each['key']) === 'text');
  return property?.['value'] as Node | undefined;
}

/** The names that a node adds for what is inside it. */
function namesOf(node: Node): [string, readonly Node[]][] {
  if (node.type === 'BlockStatement')
    return [...constantsOf(node['body'] as Node[])].map(([name, value]) => [name, [value]]);
  if (node.type === 'ForOfStatement') {
    const [declared] = ((node['left'] as Node)['declarations'] as Node[] | undefined) ?? [];
    const list = node['right'] as Node;
    const name = nameOf(declared?.['id']);
    return name !== undefined && list.type === 'ArrayExpression' ? [[name, list['elements'] as Node[]]] : [];
  }
  const parameters = (node['params'] as Node[] | undefined) ?? [];
  if (!Array.isArray(parameters)) return [];
  return parameters.flatMap((parameter) => {
    const name = nameOf(parameter);
    const words = literalsOf((parameter['typeAnnotation'] as Node | null)?.['typeAnnotation'] as Node);
    return name !== undefined ? [[name, words] as [string, readonly Node[]]] : [];
  });
}

/** The words of a type such as `'a' | 'b'`. Empty for other types. */
function literalsOf(type: Node | undefined): Node[] {
  if (type?.type === 'TSLiteralType') return [type['literal'] as Node];
  if (type?.type !== 'TSUnionType') return [];
  const parts = (type['types'] as Node[]).map(literalsOf);
  return parts.every(({ length }) => length > 0) ? parts.flat() : [];
}

/** The texts that an expression can have, or null if the reader does not know them. */
function valuesOf(node: Node, scope: Scope, moduleOf: (file: string) => Module): string[] | null {
  const read = (each: unknown) => valuesOf(each as Node, scope, moduleOf);
  switch (node.type) {
    case 'Literal':
      return ['string', 'number'].includes(typeof node['value']) ? [String(node['value'])] : null;
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return read(node['expression']);
    case 'ConditionalExpression':
      return joined(read(node['consequent']), read(node['alternate']));
    case 'TemplateLiteral': {
      const quasis = node['quasis'] as { value: { cooked: string } }[];
      const parts = (node['expressions'] as Node[]).map(read);
      return parts.reduce<string[] | null>(
        (texts, values, index) =>
          texts && values
            ? texts.flatMap((text) => values.map((value) => text + value + quasis[index + 1]!.value.cooked))
            : null,
        [quasis[0]!.value.cooked],
      );
    }
    case 'MemberExpression': {
      const object = definitionOf(node['object'] as Node, scope, moduleOf);
      if (object?.node.type !== 'ObjectExpression') return null;
      return (object.node['properties'] as Node[])
        .map((property) => valuesOf(property['value'] as Node, object.scope, moduleOf))
        .reduce(joined, []);
    }
    case 'Identifier': {
      const own = scope.values.get(nameOf(node)!);
      if (own) return own.length === 0 ? null : own.map(read).reduce(joined, []);
      const definition = definitionOf(node, scope, moduleOf);
      return definition && valuesOf(definition.node, definition.scope, moduleOf);
    }
    default:
      return null;
  }
}

/** The constant that a name stands for, in this module or in the one that it is imported from. */
function definitionOf(
  node: Node,
  { module }: Scope,
  moduleOf: (file: string) => Module,
): { node: Node; scope: Scope } | null {
  const name = nameOf(node) ?? '';
  const own = module.constants.get(name);
  if (own) return { node: unwrapped(own), scope: { module, values: new Map() } };
  const imported = module.imports.get(name);
  if (!imported) return null;
  const from = moduleOf(imported.file);
  const constant = from.constants.get(imported.name);
  return constant ? { node: unwrapped(constant), scope: { module: from, values: new Map() } } : null;
}

function unwrapped(node: Node): Node {
  return ['TSAsExpression', 'TSSatisfiesExpression'].includes(node.type)
    ? unwrapped(node['expression'] as Node)
    : node;
}

function joined(left: string[] | null, right: string[] | null): string[] | null {
  return left && right ? [...left, ...right] : null;
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' ? (node['name'] as string) : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** Comments end with the line, so they are removed before the lines are joined. */
function oneLine(text: string): string {
  return text
    .replaceAll(/^\s*--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

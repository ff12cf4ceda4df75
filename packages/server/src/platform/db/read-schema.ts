import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { retiredFunctions, type Retired } from './retired-functions.ts';

export interface SqlFile {
  /** The file's name without `.sql`. For a function or view it is also the name in the database. */
  readonly name: string;
  readonly sql: string;
  /** True for tables that exist only in development databases. */
  readonly isDevelopment?: boolean;
}

/** The SQL of one build. */
export interface Schema {
  /** The build's version, such as 0.1.0. */
  readonly version: string;
  /** The release whose databases this build upgrades, and whose nodes run beside it. */
  readonly upgradesFrom: string;
  /** In the order in which they are applied: their names begin with a timestamp. */
  readonly migrations: readonly SqlFile[];
  /** The names of `development/*.sql`, which a database can have although this reading leaves them out. */
  readonly developmentNames?: readonly string[];
  /** Functions and views with their current text, each after its dependencies. */
  readonly functions: readonly SqlFile[];
  /** Functions that only nodes of earlier releases call. */
  readonly retired: readonly Retired[];
}

/** A process reads the files once, because they do not change while it runs. */
const schemas = new Map<string, Promise<Schema>>();

/**
 * Reads `migrations/*.sql` and `functions/*.sql` of all slices below `src` of the package, and with `development`
 * also `development/*.sql`: the tables that exist only in development databases.
 */
export function readSchema(packageFolder: string, development: boolean): Promise<Schema> {
  const key = `${development} ${packageFolder}`;
  const schema = schemas.get(key) ?? readFiles(packageFolder, development);
  schemas.set(key, schema);
  return schema;
}

async function readFiles(packageFolder: string, development: boolean): Promise<Schema> {
  const source = path.join(packageFolder, 'src');
  const manifest = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
    upgradesFrom: string;
  };
  return {
    version: manifest.version,
    upgradesFrom: manifest.upgradesFrom,
    migrations: await readFolders(source, development ? ['migrations', 'development'] : ['migrations']),
    developmentNames: (await readFolders(source, ['development'])).map(({ name }) => name),
    functions: sortByNames(await readFolders(source, ['functions'])),
    retired: retiredFunctions,
  };
}

async function readFolders(source: string, folders: readonly string[]): Promise<SqlFile[]> {
  const files = (await readdir(source, { recursive: true }))
    .filter((file) => file.endsWith('.sql') && folders.includes(path.basename(path.dirname(file))))
    .map((file) => ({
      name: path.basename(file, '.sql'),
      file: path.join(source, file),
      isDevelopment: path.basename(path.dirname(file)) === 'development',
    }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const twice = files.find(({ name }, index) => name === files[index - 1]?.name);
  if (twice) throw new Error(`two files in ${folders.join('/ and ')}/ have the name ${twice.name}`);
  return Promise.all(
    files.map(async ({ name, file, isDevelopment }) => ({
      name,
      sql: await readFile(file, 'utf8'),
      ...(isDevelopment && { isDevelopment }),
    })),
  );
}

/** The names of the tables that exist only in development databases. */
export async function readDevelopmentTables(packageFolder: string): Promise<string[]> {
  const files = await readFolders(path.join(packageFolder, 'src'), ['development']);
  return files.flatMap(({ sql }) =>
    [...sql.matchAll(/^create table if not exists (\w+)/gm)].map(([, name]) => name!),
  );
}

/** Sorts functions and views by their dependencies. */
function sortByNames(files: readonly SqlFile[]): SqlFile[] {
  const sorted: SqlFile[] = [];
  for (const file of files)
    for (const each of withNamed(file, files)) if (!sorted.includes(each)) sorted.push(each);
  return sorted;
}

/**
 * The functions and views that a file depends on, directly or indirectly, in the order of dependency,
 * followed by the file itself.
 */
export function withNamed(file: SqlFile, functions: readonly SqlFile[]): SqlFile[] {
  const byName = new Map(functions.map((each) => [each.name, each]));
  const found: SqlFile[] = [];
  const visit = (each: SqlFile, path: readonly SqlFile[]): void => {
    if (found.includes(each)) return;
    if (path.includes(each))
      throw new Error(
        `SQL functions depend on each other: ${[...path, each].map(({ name }) => name).join(' → ')}`,
      );
    for (const name of namesIn(each.sql)) {
      const named = byName.get(name);
      if (named && named !== each) visit(named, [...path, each]);
    }
    found.push(each);
  };
  visit(file, []);
  return found;
}

/** Ignores comments and string literals. */
function namesIn(sql: string): Set<string> {
  return new Set(sql.replaceAll(/--.*$|'[^']*'/gm, '').match(/\b[a-z_]\w*\b/g));
}

import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { sha256 } from '../hash.ts';

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

// Any number that nothing else in the database uses as an advisory lock.
const migrationLock = 4_100_001;

/** Reads every `migrations/*.sql` below `root`. Names are unique over the product and sort in the order of application. */
export async function readMigrations(root: string): Promise<Migration[]> {
  const files = (await readdir(root, { recursive: true }))
    .filter((file) => file.endsWith('.sql') && path.basename(path.dirname(file)) === 'migrations')
    .map((file) => ({ name: path.basename(file, '.sql'), file: path.join(root, file) }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const names = new Set(files.map((entry) => entry.name));
  if (names.size !== files.length) throw new Error('two migrations have the same name');
  return Promise.all(files.map(async ({ name, file }) => ({ name, sql: await readFile(file, 'utf8') })));
}

/**
 * Applies what is missing, each file in a transaction of its own, under a lock that makes ten starting nodes take turns.
 * A file that was applied and has changed since stops the start: history is append-only.
 */
export async function migrate(connectionString: string, migrations: readonly Migration[]): Promise<string[]> {
  const client = new pg.Client({ connectionString, application_name: 'pid migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      'create table if not exists applied_migrations (name text primary key, hash bytea not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; hash: Buffer }>(
      'select name, hash from applied_migrations',
    );
    const applied = new Map(rows.map((row) => [row.name, row.hash]));
    const fresh: string[] = [];
    for (const migration of migrations) {
      const hash = sha256(migration.sql);
      const known = applied.get(migration.name);
      if (known === undefined) {
        await apply(client, migration, hash);
        fresh.push(migration.name);
      } else if (!known.equals(hash)) {
        throw new Error(
          `migration ${migration.name} has changed since it was applied: add a new file instead`,
        );
      }
    }
    return fresh;
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, migration: Migration, hash: Buffer): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into applied_migrations (name, hash) values ($1, $2)', [migration.name, hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${migration.name} failed`, { cause: error });
  }
}

import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { sha256 } from '../hash.ts';
import { sqlState } from './database-errors.ts';
import { clientToPrimary } from './find-primary.ts';

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

// Any number that nothing else in the database uses as an advisory lock.
const migrationLock = 4_100_001;
const missingRight = '42501';
const alreadyThere = '42P07';

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
 * A file that was applied and has changed since stops the start: history is append-only, but for one that names its former text.
 */
export async function migrate(connectionString: string, migrations: readonly Migration[]): Promise<string[]> {
  const client = await clientToPrimary(connectionString, { application_name: 'pid migrate' });
  await client.connect();
  try {
    // A role that may not migrate can still see that there is nothing to do.
    const missing = await missingMigrations(client, migrations);
    if (missing.length === 0) return [];
    await refuseWithoutRight(client, missing);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      'create table if not exists applied_migrations (name text primary key, hash bytea not null, applied_at timestamptz not null default now())',
    );
    const fresh = await missingMigrations(client, migrations);
    for (const migration of fresh) await apply(client, migration, sha256(migration.sql));
    return fresh.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** The names of what is missing, without applying it. Throws a sentence where that cannot be told. */
export async function pendingMigrations(
  connectionString: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  const client = await clientToPrimary(connectionString, { application_name: 'pid doctor' });
  await client.connect();
  try {
    return (await missingMigrations(client, migrations)).map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Why the database could not be brought up to date: a sentence for the operator, who alone can mend it. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

async function refuseWithoutRight(client: pg.Client, missing: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ may: boolean; role: string }>(
    "select has_schema_privilege(current_schema(), 'create') as may, current_user as role",
  );
  if (rows[0]!.may) return;
  throw new MigrationError(
    `The database lacks ${missing.length} migrations, from ${missing[0]!.name} on, and the role ${rows[0]!.role} may not apply them: run \`pid migrate\` with PID_DATABASE_OWNER_URL set to the owner's address.`,
  );
}

async function missingMigrations(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows: found } = await client.query<{ there: boolean; readable: boolean; role: string }>(
    `select to_regclass('applied_migrations') is not null as there, current_user as role,
       coalesce(has_table_privilege(to_regclass('applied_migrations'), 'select'), false) as readable`,
  );
  const { there, readable, role } = found[0]!;
  if (!there) return [...migrations];
  // Rights are granted behind the last migration.
  if (!readable)
    throw new MigrationError(
      `The database is half-migrated, or nobody has granted the role ${role} its rights: run \`pid migrate\` with PID_DATABASE_OWNER_URL set to the owner's address and PID_DATABASE_URL to that of ${role}.`,
    );
  const { rows } = await client.query<{ name: string; hash: Buffer }>(
    'select name, hash from applied_migrations',
  );
  const applied = new Map(rows.map((row) => [row.name, row.hash]));
  return migrations.filter(({ name, sql }) => {
    const known = applied.get(name);
    if (known && !known.equals(sha256(sql)) && !formerHashes(sql).has(known.toString('hex')))
      throw new MigrationError(
        `Migration ${name} has changed since it was applied to this database: it is of another build. Start the release that this database belongs to; whoever writes migrations adds a new file instead.`,
      );
    return known === undefined;
  });
}

/**
 * A file that some operators could not apply at all may be mended for them, and names the text that others have applied: that one did
 * the same, or a later migration makes up the difference.
 */
function formerHashes(sql: string): ReadonlySet<string> {
  return new Set([...sql.matchAll(/^-- formerly sha256:([0-9a-f]{64})/gm)].map((match) => match[1]!));
}

async function apply(client: pg.Client, migration: Migration, hash: Buffer): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into applied_migrations (name, hash) values ($1, $2)', [migration.name, hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new MigrationError(sentenceOf(migration.name, error as Error), { cause: error });
  }
}

/** Each migration is whole or not there, so that what stopped it can be mended and the rest applied. */
function sentenceOf(name: string, error: Error): string {
  const state = sqlState(error);
  const hints: Record<string, string> = {
    [missingRight]:
      ' The role of PID_DATABASE_OWNER_URL must own the database and all that is in it: `reassign owned by` hands over what another role has made.',
    [alreadyThere]: ' Something that is not of PID has that name: give PID a database of its own.',
  };
  return `Migration ${name} could not be applied (${error.message}). Nothing of it was kept, and all before it was: mend that and run \`pid migrate\` again; it goes on from there.${hints[state ?? ''] ?? ''}`;
}

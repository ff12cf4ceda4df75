import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { sha256 } from '../hash.ts';
import { jittered } from '../timers.ts';
import { buildIndexes } from './build-indexes.ts';
import { isNewer, newest } from './compare-versions.ts';
import { sqlState } from './database-errors.ts';
import { clientToPrimary } from './find-primary.ts';
import { MigrationError } from './migration-error.ts';
import { withNamed, type Schema, type SqlFile } from './read-schema.ts';
import { functionsToDrop } from './retired-functions.ts';
import { refuseSkipping, releaseOf, type AppliedRelease } from './upgrade-span.ts';

// An arbitrary number that no other advisory lock of this database uses.
const migrationLock = 4_100_001;
const missingRight = '42501';
const alreadyThere = '42P07';
const lockNotAvailable = '55P03';
const deadlock = '40P01';
/** Requests wait behind a migration that waits for a lock, so it waits only this long at a time. */
export const lockTimeoutMillis = 1000;
/** The requests that waited are served before the next attempt. */
const pauseMillis = 4000;
const pollMillis = 200;

export interface MigrateOptions {
  /** How long to try to get the locks of a migration. */
  readonly lockPatienceMillis?: number;
  /** Called before each new attempt. */
  onWait?(migration: string, reason: string): void;
}

const defaultPatienceMillis = 600_000;

/** The migrations and functions that a database has. */
interface Applied {
  readonly migrations: ReadonlyMap<string, Buffer>;
  readonly functions: ReadonlyMap<string, Buffer>;
  /** The newest build that migrated the database or applied functions. */
  readonly version: string;
  /** The release that last migrated the database, or null for a new database. */
  readonly release: AppliedRelease | null;
}

/** The migrations and functions that a database lacks, in the order of application. */
interface Missing {
  readonly migrations: readonly SqlFile[];
  readonly functions: readonly SqlFile[];
  /** A later version has applied its functions; they stay. */
  readonly isBehind: boolean;
  /** The release that last migrated the database, or null for a new database. */
  readonly release: AppliedRelease | null;
}

/**
 * Applies the missing migrations, each in its own transaction, and then all functions and views whose text
 * changed, in one transaction. A transaction that does not get a lock soon is rolled back and tried again, so
 * that requests do not wait behind it. Views are replaced before, one by one. A lock makes nodes that start concurrently take turns. Records the release
 * at the end, and refuses to skip one. Returns the names of the applied migrations.
 */
export async function migrate(
  connectionString: string,
  schema: Schema,
  options: MigrateOptions = {},
): Promise<string[]> {
  const client = await clientToPrimary(connectionString, { application_name: 'pid migrate' });
  await client.connect();
  try {
    // A role without the privilege to migrate can start as long as nothing is missing.
    const before = await findMissing(client, schema);
    const isComplete = before.migrations.length + before.functions.length === 0;
    if (isComplete && (isRecorded(before, schema) || !(await mayMigrate(client)).may)) return [];
    await refuseWithoutRight(client, before);
    await takeTurn(client);
    await createBookkeeping(client, before);
    const missing = await findMissing(client, schema);
    for (const migration of missing.migrations) {
      await buildIndexes(client, migration);
      await untilLocked(migration.name, options, () => applyMigration(client, migration, schema));
    }
    await applyViews(client, schema, options);
    await untilLocked('functions', options, () => applyFunctions(client, schema));
    return missing.migrations.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/**
 * Polls, because a node that waits for the lock inside a statement would block `create index concurrently` of the
 * node that holds it.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      migrationLock,
    ]);
    if (rows[0]!.taken) return;
    await sleep(jittered(pollMillis));
  }
}

async function untilLocked(
  name: string,
  { lockPatienceMillis = defaultPatienceMillis, onWait }: MigrateOptions,
  apply: () => Promise<void>,
): Promise<void> {
  const started = performance.now();
  for (;;) {
    try {
      return await apply();
    } catch (error) {
      const cause = (error as Error).cause;
      const isBusy = [lockNotAvailable, deadlock].includes(sqlState(cause) ?? '');
      if (!isBusy || performance.now() - started > lockPatienceMillis) throw error;
      onWait?.(name, (cause as Error).message);
      await sleep(jittered(pauseMillis));
    }
  }
}

/** The names of the migrations and functions that are missing. */
export async function pendingMigrations(connectionString: string, schema: Schema): Promise<string[]> {
  const client = await clientToPrimary(connectionString, { application_name: 'pid doctor' });
  await client.connect();
  try {
    const { migrations, functions } = await findMissing(client, schema);
    return [...migrations, ...functions].map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Whether a later build has migrated the database. What that build applied and granted stays. */
export async function isAhead(client: pg.Client, schema: Schema): Promise<boolean> {
  return (await findMissing(client, schema)).isBehind;
}

/** A database without a record of releases gets the release that it belongs to, in the same transaction. */
async function createBookkeeping(client: pg.Client, { release }: Missing): Promise<void> {
  await client.query(`
    create table if not exists applied_migrations (name text primary key, hash bytea not null, applied_at timestamptz not null default now());
    create table if not exists applied_functions (name text primary key, hash bytea not null, version text not null, applied_at timestamptz not null default now());
    create table if not exists applied_releases (version text primary key, upgrades_from text not null, applied_at timestamptz not null default now());
    ${release === null ? '' : recordOf(client, release)}
  `);
}

function recordOf(client: pg.Client, { version, upgradesFrom }: AppliedRelease): string {
  const values = [version, upgradesFrom].map((each) => client.escapeLiteral(each)).join(', ');
  return `insert into applied_releases (version, upgrades_from) values (${values}) on conflict (version) do nothing`;
}

async function mayMigrate(client: pg.Client): Promise<{ may: boolean; role: string }> {
  const { rows } = await client.query<{ may: boolean; role: string }>(
    "select has_schema_privilege(current_schema(), 'create') as may, current_user as role",
  );
  return rows[0]!;
}

async function refuseWithoutRight(client: pg.Client, missing: Missing): Promise<void> {
  const { may, role } = await mayMigrate(client);
  if (may) return;
  const files = [...missing.migrations, ...missing.functions];
  if (files.every(({ isDevelopment }) => isDevelopment === true))
    throw new MigrationError(
      `This is a sandbox or a development service (PID_MODE; development is the default if PID_BASE_URL is loopback), but the database has no tables for that and the role ${role} may not create them: set PID_MODE to live and PID_BASE_URL to the public address, or also set PID_DATABASE_OWNER_URL to the owner's address.`,
    );
  throw new MigrationError(
    `The database lacks ${files.length} migrations, the first is ${files[0]!.name}, and the role ${role} may not apply them: run \`pid migrate\` with PID_DATABASE_OWNER_URL set to the owner's address.`,
  );
}

export async function findMissing(client: pg.Client, schema: Schema): Promise<Missing> {
  const applied = await readApplied(client);
  const { release } = applied;
  refuseSkipping(release, schema);
  const migrations = schema.migrations.filter(({ name, sql }) => {
    const known = applied.migrations.get(name);
    if (known && !known.equals(sha256(sql)))
      throw new MigrationError(
        `Migration ${name} has changed since it was applied to this database: the database belongs to another build. Start that build. To change the schema, add a new migration.`,
      );
    return known === undefined;
  });
  // A node of an earlier build that starts late must not restore its functions. Builds of one version are told apart by
  // their migrations.
  const last =
    schema.migrations
      .map(({ name }) => name)
      .toSorted()
      .at(-1) ?? '';
  const isOfLaterBuild = (name: string) => name > last && !schema.developmentNames?.includes(name);
  const isBehind =
    isNewer(applied.version, schema.version) || [...applied.migrations.keys()].some(isOfLaterBuild);
  if (isBehind) return { migrations, functions: [], isBehind: true, release };
  const functions = schema.functions.filter(
    ({ name, sql }) => applied.functions.get(name)?.equals(sha256(sql)) !== true,
  );
  return { migrations, functions, isBehind: false, release };
}

async function readApplied(client: pg.Client): Promise<Applied> {
  const { rows } = await client.query<{
    migrations: boolean;
    functions: boolean;
    releases: boolean;
    readable: boolean;
    role: string;
  }>(
    `select to_regclass('applied_migrations') is not null as migrations, to_regclass('applied_functions') is not null as functions,
       to_regclass('applied_releases') is not null as releases, current_user as role,
       coalesce(has_table_privilege(to_regclass('applied_migrations'), 'select'), false)
         and coalesce(has_table_privilege(to_regclass('applied_functions'), 'select'), true)
         and coalesce(has_table_privilege(to_regclass('applied_releases'), 'select'), true) as readable`,
  );
  const found = rows[0]!;
  // Privileges are granted after the last migration.
  if (found.migrations && !found.readable)
    throw new MigrationError(
      `The database is only partly migrated, or the role ${found.role} was not granted its privileges: run \`pid migrate\` with PID_DATABASE_OWNER_URL set to the owner's address and PID_DATABASE_URL to that of ${found.role}.`,
    );
  const hashesOf = async (table: string) =>
    (await client.query<{ name: string; hash: Buffer; version?: string }>(`select * from ${table}`)).rows;
  const migrations = found.migrations ? await hashesOf('applied_migrations') : [];
  const functions = found.functions ? await hashesOf('applied_functions') : [];
  const releases = found.releases
    ? (
        await client.query<AppliedRelease>(
          'select version, upgrades_from as "upgradesFrom" from applied_releases',
        )
      ).rows
    : null;
  const byName = new Map(migrations.map(({ name, hash }) => [name, hash]));
  const release = releaseOf(byName, releases);
  return {
    migrations: byName,
    release,
    functions: new Map(functions.map(({ name, hash }) => [name, hash])),
    version: functions.map(({ version }) => version ?? '0').reduce(newest, release?.version ?? '0'),
  };
}

/**
 * Applies, in one transaction, the functions and views that the migration names, their dependencies, and the
 * migration.
 */
async function applyMigration(client: pg.Client, migration: SqlFile, schema: Schema): Promise<void> {
  await inTransaction(client, migration.name, async () => {
    const { functions } = await findMissing(client, schema);
    const named = withNamed(migration, schema.functions).filter((file) => functions.includes(file));
    for (const file of named) await applyFunction(client, file, schema.version);
    await client.query(migration.sql);
    await client.query('insert into applied_migrations (name, hash) values ($1, $2)', [
      migration.name,
      sha256(migration.sql),
    ]);
  });
}

/**
 * Replaces each view in its own transaction. A transaction that holds the lock of one view and waits for the next one
 * can be in a deadlock with a query that reads both.
 */
async function applyViews(client: pg.Client, schema: Schema, options: MigrateOptions): Promise<void> {
  const { functions } = await findMissing(client, schema);
  for (const view of functions.filter(isView))
    await untilLocked(view.name, options, () =>
      inTransaction(client, view.name, async () => {
        const { functions: missing } = await findMissing(client, schema);
        for (const file of withNamed(view, schema.functions).filter((each) => missing.includes(each)))
          await applyFunction(client, file, schema.version);
      }),
    );
}

async function applyFunctions(client: pg.Client, schema: Schema): Promise<void> {
  const { functions, isBehind } = await findMissing(client, schema);
  if (isBehind) return;
  const names = functions.map(({ name }) => name).join(', ') || `release ${schema.version}`;
  await inTransaction(client, names, async () => {
    // All tables exist by now, so this check finds wrong names in a body.
    await client.query('set local check_function_bodies = on');
    for (const file of functions) await applyFunction(client, file, schema.version);
    await client.query('delete from applied_functions where name <> all($1)', [
      schema.functions.map(({ name }) => name),
    ]);
    for (const name of functionsToDrop(schema.retired, schema.upgradesFrom))
      await client.query(`drop function if exists ${name}`);
    await client.query(recordOf(client, schema));
  });
}

/** Replacing a function keeps its owner and its privileges. */
async function applyFunction(client: pg.Client, { name, sql }: SqlFile, version: string): Promise<void> {
  await client.query(sql);
  await client.query(
    `insert into applied_functions (name, hash, version) values ($1, $2, $3)
     on conflict (name) do update set hash = excluded.hash, version = excluded.version, applied_at = now()`,
    [name, sha256(sql), version],
  );
}

async function inTransaction(client: pg.Client, name: string, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    // Functions that run with their owner's privileges keep this search path, so no object of another role can replace ours.
    // mutant (service-role): || ', pg_temp' => nothing
    await client.query(
      "select set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true)",
    );
    await client.query(`set local lock_timeout = ${lockTimeoutMillis}`);
    // A trigger needs its function before the tables that the function reads exist.
    await client.query('set local check_function_bodies = off');
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new MigrationError(sentenceOf(name, error as Error), { cause: error });
  }
}

function sentenceOf(name: string, error: Error): string {
  const state = sqlState(error);
  const hints: Record<string, string> = {
    [missingRight]:
      ' The role of PID_DATABASE_OWNER_URL must own the database and everything in it: `reassign owned by` hands over what another role created.',
    [alreadyThere]:
      ' An object with that name exists that does not belong to PID: give PID a separate database.',
    [lockNotAvailable]:
      ' Another transaction holds a lock on the table: `select * from pg_stat_activity where xact_start is not null order by xact_start` shows the oldest.',
  };
  return `Migration ${name} could not be applied (${error.message}). It was rolled back; earlier migrations stay applied. Correct the cause and run \`pid migrate\` again.${hints[state ?? ''] ?? ''}`;
}

export function isView({ sql }: SqlFile): boolean {
  return /^create or replace view/m.test(sql);
}

function isRecorded({ release }: Missing, { version }: Schema): boolean {
  return release !== null && !isNewer(version, release.version);
}

import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate, readSchema } from '../src/platform/db/index.ts';
import { sha256 } from '../src/platform/hash.ts';
import { onFileEnd } from './file-end.ts';
import { clonePrefix, databaseUrl } from './global-setup.ts';

export const packageFolder = fileURLToPath(new URL('..', import.meta.url));

export interface NewDatabase {
  readonly ownerUrl: string;
  readonly superuserUrl: string;
}

/** Creates an empty database, owned by pid_owner and dropped at the end of the test file. */
export async function emptyDatabase(): Promise<NewDatabase> {
  const name = `${clonePrefix}${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  // The default strategy writes every page to the WAL, which costs ten times as much.
  await admin.query(`create database ${name} strategy file_copy owner pid_owner`);
  onFileEnd(async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  });
  return {
    ownerUrl: databaseUrl(inject('ownerUrl'), name),
    superuserUrl: databaseUrl(inject('postgresUrl'), name),
  };
}

/**
 * Opens a pool on such a database. `pool.end()` resolves before the server has closed the connections, and the drop
 * ends those that are left with an error event, which would end the process without a listener.
 */
export function poolOn(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max });
  pool.on('error', () => {});
  return pool;
}

/**
 * Copies a database as it is now, like a backup that is restored. Ends its connections for a moment. Returns
 * the owner's connection URL of the copy, which is dropped at the end of the test file.
 */
export async function copyDatabase(connectionString: string): Promise<string> {
  const from = /\/([^/?]+)(?:\?|$)/.exec(connectionString)![1]!;
  const name = `${clonePrefix}${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`alter database ${from} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = $1', [
    from,
  ]);
  await admin.query(`create database ${name} template ${from} strategy file_copy owner pid_owner`);
  await admin.query(`alter database ${from} allow_connections true`);
  onFileEnd(async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  });
  return databaseUrl(connectionString, name);
}

/**
 * Migrates a database without the partitions of the audit log, like one that had rows when partitions were
 * introduced. Returns the owner's connection URL.
 */
export async function databaseWithoutMonths(): Promise<string> {
  const { ownerUrl } = await emptyDatabase();
  const schema = await readSchema(packageFolder, true);
  const baseline = schema.migrations.find(({ name }) => name.endsWith('_baseline_audit'))!;
  const unpartitioned = { ...baseline, sql: baseline.sql.replace(/^select partition_table\(.*;$/m, '') };
  await migrate(ownerUrl, {
    ...schema,
    migrations: schema.migrations.map((migration) => (migration === baseline ? unpartitioned : migration)),
  });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('update applied_migrations set hash = $2 where name = $1', [
    baseline.name,
    sha256(baseline.sql),
  ]);
  await owner.end();
  return ownerUrl;
}

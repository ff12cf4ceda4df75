import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate, readMigrations } from '../src/platform/db/index.ts';
import { onFileEnd } from './file-end.ts';
import { clonePrefix, databaseUrl } from './global-setup.ts';

const source = fileURLToPath(new URL('../src', import.meta.url));

/** A database as a release left it that lacks some migrations. Returns the owner's address; dropped with the test file. */
export async function earlierRelease(lacks: (migration: string) => boolean): Promise<string> {
  const name = `${clonePrefix}${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database ${name} owner pid_owner`);
  onFileEnd(async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  });
  const connectionString = databaseUrl(inject('ownerUrl'), name);
  await migrate(
    connectionString,
    (await readMigrations(source)).filter((migration) => !lacks(migration.name)),
  );
  return connectionString;
}

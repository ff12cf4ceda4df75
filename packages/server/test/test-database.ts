import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { openDatabase, type Database } from '../src/platform/db/index.ts';
import { createLogger } from '../src/platform/log.ts';
import { databaseUrl, templateDatabase } from './global-setup.ts';

/** A fresh, migrated database: a clone of the template. Dropped by `drop`. */
export async function cloneDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const serverUrl = inject('postgresUrl');
  const name = `pid_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  // Cloning refuses while another clone of the template is under way elsewhere, so clones take turns.
  await admin.query('select pg_advisory_lock(4100002)');
  await admin.query(`create database ${name} template ${templateDatabase}`);
  await admin.end();
  return {
    connectionString: databaseUrl(serverUrl, name),
    async drop() {
      const client = new pg.Client({ connectionString: serverUrl });
      await client.connect();
      await client.query(`drop database if exists ${name} with (force)`);
      await client.end();
    },
  };
}

/** A database for one test, closed and dropped with it. */
export async function testDatabase(): Promise<Database & { connectionString: string }> {
  const clone = await cloneDatabase();
  const db = openDatabase({
    connectionString: clone.connectionString,
    poolSize: 10,
    log: createLogger('silent'),
  });
  onTestFinished(async () => {
    await db.close();
    await clone.drop();
  });
  return { ...db, connectionString: clone.connectionString };
}

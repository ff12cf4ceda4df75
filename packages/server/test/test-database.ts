import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { openDatabase, serviceUrl, sqlState, type Database } from '../src/platform/db/index.ts';
import { createLogger } from '../src/platform/log.ts';
import { onFileEnd } from './file-end.ts';
import { clonePrefix, databaseUrl, templateDatabase } from './global-setup.ts';

export interface Clone {
  readonly name: string;
  /** Of the owner, who is no superuser. */
  readonly connectionString: string;
  drop(): Promise<void>;
}

/** The next clone of each template is made while the tests of this one run. */
const spares = new Map<string, Promise<Clone>>();

/** A fresh, migrated database: a clone of the template. Dropped by `drop`. */
export async function cloneDatabase(template = templateDatabase): Promise<Clone> {
  const clone = spares.get(template) ?? makeClone(template);
  const spare = clone.then(() => makeClone(template));
  // Whoever takes it hears of it.
  spare.catch(() => {});
  spares.set(template, spare);
  return clone;
}

async function makeClone(template: string): Promise<Clone> {
  const name = `${clonePrefix}${randomBytes(6).toString('hex')}`;
  // Cloning refuses while another clone of the template is under way elsewhere, so clones take turns.
  await asAdministrator(async (admin) => {
    await admin.query('select pg_advisory_lock(4100002)');
    await admin.query(`create database ${name} template ${template} strategy file_copy owner pid_owner`);
  });
  return {
    name,
    connectionString: databaseUrl(inject('ownerUrl'), name),
    drop: () => asAdministrator((admin) => admin.query(`drop database if exists ${name} with (force)`)),
  };
}

/**
 * A template in which `start` has been, made by the first who needs it: what a first start does (keys, the chain and its program) is not
 * done again for every file.
 */
export async function startedTemplate(start: (connectionString: string) => Promise<void>): Promise<string> {
  const name = `${templateDatabase}_started`;
  await asAdministrator(async (admin) => {
    await admin.query('select pg_advisory_lock(4100003)');
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return;
    const clone = await makeClone(templateDatabase);
    await start(clone.connectionString);
    await admin.query(`alter database ${clone.name} rename to ${name}`);
  });
  return name;
}

async function asAdministrator(work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

/** Somebody there who may do anything, behind every trigger's back. Closed after the test file. */
export function asSuperuser({ connectionString }: { connectionString: string }): Database {
  const name = /\/([^/?]+)(?:\?|$)/.exec(connectionString)![1]!;
  const db = openDatabase({
    connectionString: databaseUrl(inject('postgresUrl'), name),
    poolSize: 1,
    log: createLogger('silent'),
  });
  onFileEnd(() => db.close());
  return db;
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

/** Runs statements as the role that serves requests. Returns 'accepted', or the SQLSTATE of the first refusal. */
export async function asServiceRole(
  { connectionString }: { connectionString: string },
  ...statements: string[]
): Promise<string | undefined> {
  const session = new pg.Client({ connectionString: serviceUrl(connectionString) });
  await session.connect();
  try {
    for (const statement of statements) await session.query(statement);
    return 'accepted';
  } catch (error) {
    return sqlState(error);
  } finally {
    await session.end();
  }
}

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { openDatabase, serviceUrl, sqlState, type Database } from '../src/platform/db/index.ts';
import { createLogger } from '../src/platform/log.ts';
import { onFileEnd } from './file-end.ts';
import { clonePrefix, databaseUrl, templateDatabase } from './global-setup.ts';

export interface Clone {
  readonly name: string;
  /** Connects as the owner, which is not a superuser. */
  readonly connectionString: string;
  drop(): Promise<void>;
}

/** The next clone of each template is created while the tests use the current one. */
const spares = new Map<string, Promise<Clone>>();

/** Returns a new, migrated database: a clone of the template. `drop` deletes it. */
export async function cloneDatabase(template = templateDatabase): Promise<Clone> {
  const clone = spares.get(template) ?? makeClone(template);
  const spare = clone.then(() => makeClone(template));
  // The caller that takes this clone gets the error.
  spare.catch(() => {});
  spares.set(template, spare);
  return clone;
}

async function makeClone(template: string): Promise<Clone> {
  const name = `${clonePrefix}${randomBytes(6).toString('hex')}`;
  // PostgreSQL refuses to clone a template while another process clones it, so clones take turns.
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
 * Returns a template in which `start` has already run. The first caller creates it, so that the work of a
 * first start (keys, the chain and its program) is not repeated for every file.
 */
export async function startedTemplate(
  kind: string,
  start: (connectionString: string) => Promise<void>,
): Promise<string> {
  const name = `${templateDatabase}_${kind}`;
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

/** Connects as a superuser, who can bypass every trigger. Closed at the end of the test file. */
export function asSuperuser({ connectionString }: { connectionString: string }): Database {
  const name = /\/([^/?]+)(?:\?|$)/.exec(connectionString)![1]!;
  const db = openDatabase({
    connectionString: databaseUrl(inject('postgresUrl'), name),
    poolSize: 1,
    patient: true,
    log: createLogger('silent'),
  });
  onFileEnd(() => db.close());
  return db;
}

/** Creates a database for one test, closed and dropped at its end. */
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

import { existsSync } from 'node:fs';
import { access, constants, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { ensureRoles, serviceUrl } from '../src/platform/db/index.ts';
import { startEmbeddedPostgres } from '@pid/embedded-postgres';
import { processorSeconds } from '../../../scripts/processor-time.mjs';
import { startDebianPostgres } from './debian-postgres.ts';
import { freePort } from './free-port.ts';
import { prepareDatabase } from '../src/prepare-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's connection to the server. Every test file gets a separate database on it. */
    postgresUrl: string;
    /** Connects to the template as the ordinary role that owns those databases. */
    ownerUrl: string;
  }
}

export const templateDatabase = 'pid_template';
export const clonePrefix = 'pid_clone_';
const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/**
 * Starts one PostgreSQL server for the whole run, with one migrated database that test files clone.
 * PID_TEST_POSTGRES=/usr/lib/postgresql/15 uses that installation instead of the embedded one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['PID_TEST_DATABASE_URL'];
  const native = process.env['PID_TEST_POSTGRES'];
  const server = given
    ? { url: given, stop: async () => {} }
    : native
      ? await startDebianPostgres(native, await freePort())
      : await startTemporaryServer(project);
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await dropLeftovers(admin);
  await admin.query(`create database ${templateDatabase}`);
  const ownerUrl = await ensureRoles(databaseUrl(server.url, templateDatabase));
  // Tests connect as the owner, and they inspect and end other sessions.
  await admin.query('grant pg_read_all_stats, pg_signal_backend to pid_owner');
  await admin.end();
  await prepareDatabase({
    connectionString: serviceUrl(ownerUrl),
    ownerUrl,
    packageFolder,
    development: true,
  });
  project.provide('postgresUrl', server.url);
  project.provide('ownerUrl', ownerUrl);
  return server.stop;
}

/** Drops the databases of an earlier run, which may have been killed. */
async function dropLeftovers(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1) or starts_with(datname, $2)',
    [templateDatabase, clonePrefix],
  );
  for (const { name } of rows) await admin.query(`drop database ${name} with (force)`);
}

/**
 * Each database is a thousand files, which the file system of a disk creates and deletes at several times the cost of
 * memory. In many containers this folder is small.
 */
const memoryFolder = '/dev/shm';

async function hasRoomInMemory(): Promise<boolean> {
  try {
    await access(memoryFolder, constants.W_OK);
    const { bavail, bsize } = await statfs(memoryFolder);
    return bavail * bsize >= 4 * 1024 ** 3 && process.availableMemory() >= 8 * 1024 ** 3;
  } catch {
    return false;
  }
}

/** Frees the memory of runs that were killed. Their servers end when their folder is gone. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(memoryFolder)) {
    const runner = /^pid-test-(\d+)-/.exec(name)?.[1];
    if (runner === undefined || existsSync(`/proc/${runner}`)) continue;
    // Another user's folder cannot be deleted.
    await rm(path.join(memoryFolder, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** Tests of the release tier fill their databases with millions of rows, so they stay on the disk. */
async function makeFolder(project: TestProject): Promise<string> {
  if (project.name !== 'all' || !(await hasRoomInMemory())) return mkdtemp(path.join(tmpdir(), 'pid-test-'));
  await removeLeftovers();
  return mkdtemp(path.join(memoryFolder, `pid-test-${process.pid}-`));
}

async function startTemporaryServer(project: TestProject) {
  const folder = await makeFolder(project);
  // No test crashes this server. Crash tests start their own server, with fsync.
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' },
  });
  await trustConnections(folder, server.connectionString);
  return {
    url: server.connectionString,
    async stop() {
      await reportProcessorTime(folder);
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Checking a password costs both sides milliseconds of processor time, and a run opens thousands of connections. */
async function trustConnections(folder: string, connectionString: string): Promise<void> {
  await writeFile(
    path.join(folder, 'postgres/pg_hba.conf'),
    'local all all trust\nhost all all 127.0.0.1/32 trust\n',
  );
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  await admin.query('select pg_reload_conf()');
  await admin.end();
}

/**
 * For the summary of `npm test`. The time of backends that have ended is part of the time of the postmaster, their
 * parent.
 */
async function reportProcessorTime(folder: string): Promise<void> {
  const report = process.env['PID_TEST_REPORT'];
  if (report === undefined) return;
  const lock = await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8');
  const seconds = processorSeconds(lock.split('\n', 1)[0]) ?? 0;
  await writeFile(`${report}.database-seconds`, String(seconds));
}

export function databaseUrl(serverUrl: string, database: string): string {
  return serverUrl.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`);
}

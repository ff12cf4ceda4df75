import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { onFileEnd } from '../test/file-end.ts';
import { freePort } from '../test/free-port.ts';
import { runPid } from '../test/command-helper.ts';
import { emptyDatabase, packageFolder } from '../test/new-database.ts';
import { productionEnvironment } from '../test/production-environment.ts';
import { testMasterKey } from '../test/test-sealing.ts';
import { loadConfig } from './settings.ts';
import { openDatabase, serviceUrl, type Database } from './platform/db/index.ts';
import { createLogger } from './platform/log.ts';
import { prepareDatabase } from './prepare-database.ts';
import { startService } from './service.ts';

/** Starts a service on a public address, as its operator does. */
async function startPublic(ownerUrl: string) {
  const config = loadConfig({
    ...productionEnvironment,
    PID_CHAIN: 'off',
    PID_SOLANA_RPC_URL: '',
    PID_LOG_LEVEL: 'silent',
    PID_PORT: String(await freePort()),
  });
  const connectionString = serviceUrl(ownerUrl);
  const service = await startService({ config, connectionString, ownerUrl, packageFolder });
  onFileEnd(() => service.close({ atOnce: true }));
  return { config, service };
}

function open(connectionString: string): Database {
  const db = openDatabase({ connectionString, poolSize: 1, log: createLogger('silent') });
  onFileEnd(() => db.close());
  return db;
}

async function developmentTables(db: Database): Promise<object[]> {
  const { rows } = await db.query(
    "select relname from pg_class where relkind = 'r' and (starts_with(relname, 'development_') or starts_with(relname, 'embedded_chain'))",
  );
  return rows;
}

async function checkOf(what: string, environment: Record<string, string>): Promise<unknown> {
  const { lines } = await runPid(['doctor', '--json'], environment);
  const { checks } = JSON.parse(lines.at(-1)!) as { checks: { what: string }[] };
  return checks.find((check) => check.what === what);
}

test('a service on a public address serves, sweeps and erases without the development tables', async () => {
  const { ownerUrl } = await emptyDatabase();
  const { config, service } = await startPublic(ownerUrl);
  const db = open(serviceUrl(ownerUrl));
  expect(await developmentTables(db)).toEqual([]);
  for (const job of ['sweep sign-ins', 'drop mails']) await service.runJob(job);
  await service.forget();
  const id = randomUUID();
  await db.query("insert into identities (id, handle, created_at) values ($1, 'erased', now())", [id]);
  await db.query("update identities set status = 'deleted' where id = $1", [id]);
  await db.transaction((tx) => service.erase(tx, { id }, new Date()));
  const { status } = await fetch(`http://127.0.0.1:${config.port}/healthz`);
  expect(status).toBe(200);
});

test('commands without PID_BASE_URL neither miss nor create the development tables of a public service', async () => {
  const { ownerUrl } = await emptyDatabase();
  const connectionString = serviceUrl(ownerUrl);
  await prepareDatabase({ connectionString, ownerUrl, packageFolder, development: false });
  const shell = {
    PID_MASTER_KEY: testMasterKey,
    PID_DATABASE_URL: connectionString,
    PID_LOG_LEVEL: 'silent',
    PID_PORT: String(await freePort()),
  };
  expect(await checkOf('migrations', shell)).toEqual({ what: 'migrations', problem: null });
  const migrated = await runPid(['migrate'], { ...shell, PID_DATABASE_OWNER_URL: ownerUrl });
  expect(migrated.text).toBe('The database is up to date.');
  for (const words of [
    ['chain', 'status'],
    ['chain', 'airdrop', '11111111111111111111111111111112', '--sol', '1'],
  ])
    expect((await runPid(words, shell)).complaints).toEqual([
      expect.stringContaining('The database has no development chain'),
    ]);
  const { code, complaints } = await runPid(['start'], shell);
  expect([code, complaints]).toEqual([
    1,
    [expect.stringMatching(/PID_BASE_URL is loopback.* the role pid_service may not create them/)],
  ]);
  expect(await developmentTables(open(ownerUrl))).toEqual([]);
});

test('a development database that goes public loses expired sign-ins, and `pid doctor` counts the rows left', async () => {
  const { ownerUrl } = await emptyDatabase();
  const connectionString = serviceUrl(ownerUrl);
  await prepareDatabase({ connectionString, ownerUrl, packageFolder, development: true });
  const db = open(ownerUrl);
  await db.query(
    `insert into development_provider_records (model, id, payload, expires_at)
     values ('Session', 'old', '{}', now() - interval '1 day'), ('Session', 'new', '{}', now() + interval '1 day')`,
  );
  const { service } = await startPublic(ownerUrl);
  await service.runJob('sweep sign-ins');
  const { rows } = await db.query('select id from development_provider_records');
  expect(rows).toEqual([{ id: 'new' }]);
  const environment = { ...productionEnvironment, PID_DATABASE_URL: connectionString, PID_CHAIN: 'off' };
  expect(await checkOf('development tables', { ...environment, PID_SOLANA_RPC_URL: '' })).toEqual({
    what: 'development tables',
    problem:
      'rows from development are left (1 in development_provider_records: drop these tables as the owner)',
    isWarning: true,
  });
});

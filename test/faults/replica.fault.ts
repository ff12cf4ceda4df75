import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../packages/server/src/platform/clock.ts';
import {
  ensureRoles,
  openDatabase,
  openReader,
  serviceUrl,
  type Database,
  type Reader,
} from '../../packages/server/src/platform/db/index.ts';
import { createLogger } from '../../packages/server/src/platform/log.ts';
import { prepareDatabase } from '../../packages/server/src/prepare-database.ts';
import { runPid } from '../../packages/server/test/command-helper.ts';
import { ownPair, type OwnPostgres } from './own-postgres.ts';

const packageFolder = fileURLToPath(new URL('../../packages/server', import.meta.url));
const log = createLogger('silent');
let folder: string;
let primary: OwnPostgres;
let standby: OwnPostgres;
let db: Database;
let reader: Reader;
let urls: { primary: string; standby: string };
let shiftMillis = 0;
const clock = { nowMillis: () => systemClock.nowMillis() + shiftMillis };
const patience = { timeout: 60_000, interval: 100 };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pid-replica-'));
  ({ primary, standby } = await ownPair(folder));
  await primary.query("alter system set synchronous_standby_names = ''");
  await primary.query('select pg_reload_conf()');
  const ownerUrl = await ensureRoles(primary.url('pid'));
  const connectionString = serviceUrl(ownerUrl);
  await prepareDatabase({ connectionString, ownerUrl, packageFolder, development: true });
  urls = {
    primary: connectionString,
    standby: connectionString.replace(`:${primary.port}/`, `:${standby.port}/`),
  };
  db = openDatabase({ connectionString, poolSize: 4, log });
  reader = openReader({ db, replicaUrl: urls.standby, poolSize: 2, namedStatements: true, clock, log });
});

afterAll(async () => {
  await reader.close();
  await db.close();
  await primary.stop();
  await standby.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the server that responds after the next check is due. */
async function asked(): Promise<string> {
  shiftMillis += 6000;
  const { rows } = await reader.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  return rows[0]!.standby ? 'standby' : 'primary';
}

const write = () => primary.query('create table if not exists noise (n int); insert into noise values (1)');

test('reads from a standby that follows, and not from one that is half a minute behind', async () => {
  await expect.poll(asked, patience).toBe('standby');
  await standby.query('select pg_wal_replay_pause()');
  await write();
  const answers = [];
  for (let look = 0; look < 10; look += 1) answers.push(await asked());
  expect(answers.at(-1)).toBe('primary');
  await standby.query('select pg_wal_replay_resume()');
  await expect.poll(asked, patience).toBe('standby');
});

test('falls back to the primary without errors when the standby dies, and reads from it again afterwards', async () => {
  await standby.kill();
  expect(await asked()).toBe('primary');
  await standby.start();
  await expect.poll(asked, patience).toBe('standby');
});

test('doctor distinguishes a standby of this database from a server that accepts writes', async () => {
  const replicaCheck = async (url: string) => {
    const { lines } = await runPid(['doctor', '--json'], {
      PID_DATABASE_URL: urls.primary,
      PID_DATABASE_REPLICA_URL: url,
    });
    const { checks } = JSON.parse(lines.at(-1)!) as { checks: { what: string; problem: string | null }[] };
    return checks.find(({ what }) => what === 'database replica')?.problem;
  };
  await expect.poll(() => replicaCheck(urls.standby), patience).toBeNull();
  expect(await replicaCheck(urls.primary)).toContain('it takes writes');
});

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openFiller, otherMasterKey } from '../../packages/server/test/many-rows.ts';
import { newPlayer } from '../../packages/server/test/sign-in-helper.ts';
import { testMasterKey, testSealer } from '../../packages/server/test/test-sealing.ts';
import { startTestService } from '../../packages/server/test/test-service.ts';
import { untilBlocked } from '../../packages/server/test/until-blocked.ts';
import { databaseName, serviceUrl } from '../../packages/server/src/platform/db/index.ts';
import { mainFile } from './pid-process.ts';

/** Three batches. */
const rows = 2500;
const service = await startTestService();
const { superuser, people, bankDetails } = openFiller(service);
const folder = await mkdtemp(path.join(tmpdir(), 'pid-killed-'));
afterAll(() => rm(folder, { recursive: true }));
const log = path.join(folder, 'security.log');
const environment = {
  PATH: process.env['PATH'],
  PID_DATABASE_URL: serviceUrl(service.connectionString),
  PID_MASTER_KEY: testMasterKey,
  PID_COMMAND_LOG: log,
  PID_ADMINS: (await newPlayer(service, 'operator')).pid,
};
await people(rows);

function start(words: readonly string[], settings: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [mainFile, ...words, '--yes', '--as', 'operator'], {
    env: { ...environment, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function complete(words: readonly string[], settings: Record<string, string> = {}) {
  const child = start(words, settings);
  let errors = '';
  child.stderr!.on('data', (chunk) => (errors += String(chunk)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, errors };
}

/** Kills a command with SIGKILL while its second batch waits for a row that another transaction has locked. */
async function killWithin(
  table: 'sessions' | 'settlements',
  condition: string,
  words: readonly string[],
  settings: Record<string, string> = {},
): Promise<void> {
  const client = await superuser.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `select from ${table} where id = (select id from ${table} where ${condition} order by id offset 1500 limit 1) for update`,
    );
    const child = start(words, settings);
    await untilBlocked(service.db);
    child.kill('SIGKILL');
    await once(child, 'exit');
  } finally {
    await client.query('rollback');
    client.release();
  }
  // The server notices the loss of the connection after the statement.
  await expect
    .poll(() =>
      countOf(
        "from pg_stat_activity where application_name = 'pid' and state <> 'idle' and datname = current_database() and pid <> pg_backend_pid()",
      ),
    )
    .toBe(0);
}

const countOf = async (sql: string) =>
  Number((await superuser.query<{ count: bigint }>(`select count(*) ${sql}`)).rows[0]!.count);
const outcomesOf = async (operation: string) =>
  (await readFile(log, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { operation: string; details: { outcome: string } })
    .filter((line) => line.operation === operation)
    .map(({ details }) => details.outcome);

test('a killed pid sessions end --all is completed by the next one', async () => {
  await killWithin('sessions', 'ended_at is null', ['sessions', 'end', '--all']);
  const left = await countOf('from sessions where ended_at is null');
  expect(left).toBeGreaterThan(1000);
  expect(left).toBeLessThan(rows);
  expect((await complete(['sessions', 'end', '--all'])).code).toBe(0);
  expect(await countOf('from sessions where ended_at is null')).toBe(0);
  expect(await outcomesOf('pid sessions end')).toEqual(['begun', 'begun', 'done']);
});

test('a killed pid keys reseal leaves a database that both keys together open, and is completed', async () => {
  await bankDetails(rows, testSealer);
  const { text, masterKey } = otherMasterKey();
  const both = { PID_MASTER_KEY: text, PID_MASTER_KEY_PREVIOUS: testMasterKey };
  await killWithin('settlements', `master_key = '${testSealer.masterKey}'`, ['keys', 'reseal'], both);
  const left = await countOf(`from settlements where master_key <> '${masterKey}'`);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(rows);
  // Neither key alone is enough, and the one that is there is not given up.
  for (const key of [text, testMasterKey]) {
    const { code, errors } = await complete(['keys', 'reseal'], { PID_MASTER_KEY: key });
    expect([code, errors]).toEqual([1, expect.stringContaining('does not open')]);
    const reset = await complete(['keys', 'reset-master'], { PID_MASTER_KEY: key });
    expect([reset.code, reset.errors]).toEqual([
      1,
      expect.stringContaining('name it in PID_MASTER_KEY_PREVIOUS and run `pid keys reseal`'),
    ]);
  }
  expect((await complete(['keys', 'reseal'], both)).code).toBe(0);
  expect(await countOf(`from settlements where master_key <> '${masterKey}'`)).toBe(0);
  expect((await complete(['keys', 'reseal'], { PID_MASTER_KEY_PREVIOUS: text })).code).toBe(0);
});

test('a killed pid settlements abandon-provider is completed by the next one', async () => {
  await bankDetails(rows, testSealer, 'xendit');
  const abandon = ['settlements', 'abandon-provider', 'xendit'];
  await killWithin('settlements', "provider = 'xendit'", abandon);
  expect(await countOf("from settlements where problem = 'provider_off'")).toBe(1000);
  expect((await complete(abandon)).code).toBe(0);
  expect(await countOf("from settlements where problem = 'provider_off'")).toBe(rows);
});

test('a killed pid keys reset-master is completed by the next one, and the service does not start before', async () => {
  await service.service.close();
  const { text } = otherMasterKey();
  const name = await databaseName(superuser);
  const reset = ['keys', 'reset-master', '--database', name];
  await superuser.query('update sessions set ended_at = null');
  await killWithin('sessions', 'ended_at is null', reset, { PID_MASTER_KEY: text });
  await expect(startTestService({ PID_MASTER_KEY: text }, service)).rejects.toThrow('does not open');
  await killWithin('settlements', "account_number <> ''", reset, { PID_MASTER_KEY: text });
  await expect(startTestService({ PID_MASTER_KEY: text }, service)).rejects.toThrow('does not open');
  expect(await complete(reset, { PID_MASTER_KEY: text })).toMatchObject({ code: 0 });
  expect(await countOf("from settlements where account_number <> ''")).toBe(0);
  expect(await countOf('from sessions where ended_at is null')).toBe(0);
  await startTestService({ PID_MASTER_KEY: text }, service);
  expect((await outcomesOf('pid keys reset-master')).slice(-4)).toEqual(['begun', 'begun', 'begun', 'done']);
});

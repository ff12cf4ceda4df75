import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { releaseTest } from '../../../../test/support/release-test.ts';
import { runPid } from '../../test/command-helper.ts';
import { onFileEnd } from '../../test/file-end.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { serviceUrl } from '../platform/db/index.ts';

const [own, other] = [await startTestService(), await startTestService()];

/** The settings of a command beside `own`, whose data folder records a service. */
async function settingsWith(recorded: string | null, more: Record<string, string> = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pid-dev-'));
  onFileEnd(() => rm(dataDir, { recursive: true, force: true }));
  if (recorded !== null) await writeFile(path.join(dataDir, 'service'), `${recorded}\n`);
  return {
    PID_DATABASE_URL: serviceUrl(own.connectionString),
    PID_DATABASE_OWNER_URL: own.connectionString,
    PID_DATA_DIR: dataDir,
    PID_MASTER_KEY: testMasterKey,
    PID_LOG_LEVEL: 'silent',
    ...more,
  };
}

const countPlayers = async ({ db }: TestService) => (await db.query('select from identities')).rowCount;

/** Runs a command that must be refused, and expects that no service has a new player. */
async function refusalOf(words: readonly string[], settings: Record<string, string>): Promise<string> {
  const before = [await countPlayers(own), await countPlayers(other)];
  const { code, complaints } = await runPid(['dev', ...words], settings);
  expect([code, await countPlayers(own), await countPlayers(other)]).toEqual([1, ...before]);
  return complaints.join(' ');
}

releaseTest(
  'uses the service that the data folder records, and prints its address before the player',
  async () => {
    const settings = await settingsWith(own.baseUrl);
    const { code, lines } = await runPid(['dev', 'player', '--handle', 'here_1'], settings);
    expect([code, lines.slice(0, 2)]).toEqual([
      0,
      [`Service: ${own.baseUrl}`, expect.stringMatching(/^pid +here_1@pid$/)],
    ]);
  },
);

releaseTest('prints the address before a write that fails', async () => {
  const settings = await settingsWith(own.baseUrl);
  const { code, lines } = await runPid(['dev', 'player', '--handle', 'admin'], settings);
  expect([code, lines[0]]).toEqual([1, `Service: ${own.baseUrl}`]);
});

test('refuses a service that only the settings name, and writes to it with --to', async () => {
  const settings = await settingsWith(own.baseUrl, { PID_BASE_URL: other.baseUrl });
  expect(await refusalOf(['player'], settings)).toContain(
    `is ${own.baseUrl}, and the settings name ${other.baseUrl}. To write to that one, add --to ${other.baseUrl}.`,
  );
  const { port } = new URL(other.baseUrl);
  const byPort = await settingsWith(own.baseUrl, { PID_PORT: port });
  expect(await refusalOf(['player'], byPort)).toContain('and the settings name');
  const made = await runPid(
    ['dev', 'player', '--handle', 'there_1', '--to', other.baseUrl, '--json'],
    settings,
  );
  expect([made.code, made.complaints]).toEqual([0, [`Service: ${other.baseUrl}`]]);
  const inOther = await other.db.query("select from identities where handle = 'there_1'");
  const inOwn = await own.db.query("select from identities where handle = 'there_1'");
  expect([inOther.rowCount, inOwn.rowCount]).toEqual([1, 0]);
});

releaseTest('refuses another PID that listens at the recorded address', async () => {
  const settings = await settingsWith(other.baseUrl);
  for (const words of [['player'], ['pay', crypto.randomUUID()]])
    expect(await refusalOf(words, settings)).toBe(
      `Another PID responds at ${other.baseUrl}: it does not use the database of PID_DATABASE_URL. Start yours with npm start, or add --to ${other.baseUrl} to write to that one.`,
    );
});

releaseTest('refuses a data folder with which no service was started', async () => {
  expect(await refusalOf(['player'], await settingsWith(null))).toContain(
    'No service was started with the data folder',
  );
});

releaseTest('refuses a recorded service that does not respond', async () => {
  expect(await refusalOf(['player'], await settingsWith('http://localhost:1'))).toBe(
    'No service responds at http://localhost:1: start it with npm start.',
  );
});

releaseTest('refuses --to with an address that is no service on this machine', async () => {
  for (const to of ['https://pid.example', 'ftp://localhost', 'localhost:4200', ''])
    expect(await refusalOf(['player', '--to', to], await settingsWith(own.baseUrl))).toBe(
      '--to must be a service on your own machine, such as http://localhost:4200',
    );
});

releaseTest('commands that use the database refuse the service of another one, also with --to', async () => {
  const settings = await settingsWith(own.baseUrl);
  for (const words of [
    ['expire', crypto.randomUUID()],
    ['events', 'app_none'],
  ])
    expect(await refusalOf([...words, '--to', other.baseUrl], settings)).toContain(
      'Set PID_DATA_DIR to its data folder.',
    );
});

releaseTest('pays at another service as tester_payer', async () => {
  const { client: owner } = await newPlayer(other);
  const app = await owner.call('registerApp', { name: 'Shop', origins: [] });
  const { id } = await owner.call('createPayment', {
    client_id: app.client_id,
    reference: 'order',
    amount: 25_000,
    description: 'A sword',
  });
  const { code, lines } = await runPid(
    ['dev', 'pay', id, '--to', other.baseUrl],
    await settingsWith(own.baseUrl),
  );
  expect([code, lines]).toEqual([
    0,
    [`Service: ${other.baseUrl}`, expect.stringContaining(`${id} is paid: tester_payer@pid`)],
  ]);
});

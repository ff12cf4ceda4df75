import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bearing } from '../../test/app-helper.ts';
import { runPid } from '../../test/command-helper.ts';
import { onFileEnd } from '../../test/file-end.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService } from '../../test/test-service.ts';
import { serviceUrl } from '../platform/db/index.ts';

const service = await startTestService();
const dataDir = await mkdtemp(path.join(tmpdir(), 'pid-dev-'));
onFileEnd(() => rm(dataDir, { recursive: true, force: true }));
const environment = {
  // As in the embedded database: the service role cannot change the times of a payment.
  PID_DATABASE_URL: serviceUrl(service.connectionString),
  PID_DATABASE_OWNER_URL: service.connectionString,
  PID_DATA_DIR: dataDir,
  PID_MASTER_KEY: testMasterKey,
  PID_BASE_URL: service.baseUrl,
  PID_LOG_LEVEL: 'silent',
};
await writeFile(path.join(dataDir, 'service'), service.baseUrl);

/** Runs a command, and leaves out the address of the service, which it prints first. */
async function dev(...words: string[]) {
  const ran = await runPid(['dev', ...words], environment);
  const without = (lines: readonly string[]) =>
    lines.filter((line) => line !== `Service: ${service.baseUrl}`);
  const lines = without(ran.lines);
  return { ...ran, lines, text: lines.join('\n'), complaints: without(ran.complaints) };
}

const { client: owner } = await newPlayer(service);
const app = await owner.call('registerApp', { name: 'Shop', origins: [] });
let references = 0;
const ask = (fields: Record<string, unknown> = {}) =>
  owner.call('createPayment', {
    client_id: app.client_id,
    reference: `order ${(references += 1)}`,
    amount: 25_000,
    description: 'A sword',
    ...fields,
  });
const statusOf = async (id: string) =>
  (await owner.call('getPayment', { client_id: app.client_id, id })).status;

test('pays, declines and expires payments from the command line, with an event for the app each time', async () => {
  const [paid, declined, expired, held] = [
    await ask(),
    await ask(),
    await ask(),
    await ask({ capture: 'manual' }),
  ];
  expect((await dev('pay', paid.id)).text).toBe(`${paid.id} is paid: tester_payer@pid, Rp25.100`);
  expect((await dev('decline', declined.id, '--player', 'refuser_1')).text).toContain(
    'is declined: refuser_1@pid',
  );
  expect((await dev('expire', expired.id)).text).toBe(`${expired.id} is expired`);
  expect((await dev('pay', held.id)).text).toContain('is held');
  expect((await dev('expire', held.id)).text).toBe(`${held.id} is void`);
  expect(await Promise.all([paid, declined, expired, held].map(({ id }) => statusOf(id)))).toEqual([
    'paid',
    'declined',
    'expired',
    'void',
  ]);
  const tail = await dev('events', app.client_id, '--count', '5', '--json');
  expect(tail.lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
    'payment.paid',
    'payment.declined',
    'payment.expired',
    'payment.held',
    'payment.void',
  ]);
  expect((await dev('events', app.client_id, '--after', '4', '--count', '1')).text).toMatch(
    /^5 .*payment\.void/,
  );
  // A payment that has ended stays unchanged.
  expect((await dev('expire', paid.id)).complaints).toEqual(['The payment is paid and cannot expire.']);
  expect((await dev('pay', declined.id)).complaints[0]).toContain('payment_');
});

test('a payment for one player is paid by that player, who confirms a large one with the test passkey', async () => {
  const made = await dev('player', '--handle', 'rich_player', '--passkey', '--json');
  expect(made.complaints).toEqual([]);
  const player = JSON.parse(made.text);
  expect(player).toMatchObject({
    pid: 'rich_player@pid',
    passkey: { credentialId: expect.any(String), privateKey: expect.any(String) },
    wallet: expect.any(String),
    testToken: expect.any(String),
  });
  const client = service.client();
  expect((await client.get('/v1/account/readiness', bearing(player.bearer))).body).toEqual({
    canPlay: true,
    missing: [],
  });
  expect((await client.get('/v1/account/assets', { cookie: player.cookie })).text).toContain(
    player.testToken,
  );
  const payment = await ask({ amount: 3_000_000, pid: 'rich_player@pid' });
  expect((await dev('pay', payment.id)).text).toContain('is paid: rich_player@pid');
  // A second call returns the same player with the same passkey.
  const again = await dev('player', '--handle', 'rich_player', '--passkey', '--json');
  expect(JSON.parse(again.text).passkey).toEqual(player.passkey);
});

test.each([
  [['pay', 'nothing'], 'There is no payment nothing.'],
  [['expire', '019a8b3c-5d2e-7f41-8a6b-0c9d1e2f3a4b'], 'There is no payment 019a'],
  [['events', 'app_none'], 'There is no app app_none.'],
  [['events', 'app_none', '--count', '-1'], '--count must be a whole number'],
])('%j is refused with a message', async (words, sentence) => {
  const { code, complaints } = await dev(...words);
  expect([code, complaints.join(' ')]).toEqual([1, expect.stringContaining(sentence)]);
});

test.each([
  ['pay', 'x'],
  ['decline', 'x'],
  ['expire', 'x'],
  ['events', 'x'],
  ['player', '--passkey'],
])('dev %s is refused outside loopback and with a configured identity provider', async (...words) => {
  for (const settings of [
    { PID_BASE_URL: 'https://pid.example' },
    {
      PID_PROVIDERS:
        '[{"id":"idp","name":"Idp","issuer":"https://idp.example","clientId":"a","clientSecret":"b"}]',
    },
  ]) {
    const { code, complaints } = await runPid(['dev', ...words], { ...environment, ...settings });
    expect([code, complaints.length > 0]).toEqual([1, true]);
  }
});

import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runPid } from '../test/command-helper.ts';
import { otherMasterKey } from '../test/many-rows.ts';
import { givePasskey } from '../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../test/sign-in-helper.ts';
import { signInAdministrator, signInConfirming } from '../test/step-up-helper.ts';
import { testMasterKey, testSealer } from '../test/test-sealing.ts';
import { startTestService, type TestService } from '../test/test-service.ts';
import {
  settlingApps,
  signInAdministrators,
  administrators,
} from './settlements/testing/settlement-fixture.ts';
import { serviceUrl } from './platform/db/index.ts';

const settings = { PID_CHAIN: 'off', PID_ADMINS: `${administrators},judge@pid`, PID_SETTLEMENTS: 'manual' };
const newKey = createHash('sha256').update('the key after the loss').digest('base64');
const folder = await mkdtemp(path.join(tmpdir(), 'pid-reset-'));
const securityLog = path.join(folder, 'security.log');
afterAll(() => rm(folder, { recursive: true }));

let before: TestService;
let after: TestService;
let environment: Record<string, string>;
let database: string;
let player: Awaited<ReturnType<typeof newPlayer>>;
let friend: Awaited<ReturnType<typeof newPlayer>>;
let deleted: Awaited<ReturnType<typeof newPlayer>>;
let passkey: Awaited<ReturnType<typeof givePasskey>>;
let app: Awaited<ReturnType<typeof settlingApps>>[number];
let settled: { requested: string; sent: string; paid: string };
let exportId: string;
let judge: Awaited<ReturnType<typeof signInAdministrator>>;

const reset = (...words: string[]) =>
  runPid(['keys', 'reset-master', '--as', 'andi', '--reason', 'Lost in the fire', ...words], environment);
const exportTo = (file: string, ...words: string[]) =>
  runPid(['settlements', 'export', path.join(folder, file), '--as', 'sender', ...words], environment);
const sealedRows = async () => {
  const { rows } = await before.db.query<{ rows: string }>(
    `select (select json_agg(k order by kid) from signing_keys k)::text || (select json_agg(s order by name) from service_secrets s)::text
       || (select json_agg(b) from bank_accounts b)::text || (select json_agg(s order by id) from settlements s)::text as rows`,
  );
  return rows[0]!.rows;
};

beforeAll(async () => {
  before = await startTestService(settings);
  const admins = await signInAdministrators(before);
  judge = await signInAdministrator(before, 'judge');
  [app] = (await settlingApps(before, admins, [500_000])) as [typeof app];
  const request = async () => (await app.request(100_000)).body.id as string;
  environment = {
    ...settings,
    PID_DATABASE_URL: serviceUrl(before.connectionString),
    PID_MASTER_KEY: testMasterKey,
    PID_COMMAND_LOG: securityLog,
    PID_LOG_LEVEL: 'silent',
  };
  settled = { sent: await request(), paid: '', requested: '' };
  const { code, text } = await exportTo('first.csv', '--yes');
  expect([code, text]).toEqual([0, expect.stringContaining('1 settlements')]);
  exportId = /^Export (\S+)$/m.exec(text)![1]!;
  settled.paid = await request();
  await admins.sender.call('markSettlementSent', { id: settled.paid });
  await admins.decider.call('markSettlementPaid', { id: settled.paid, reference: 'BCA-1' });
  settled.requested = await request();
  [player, friend, deleted] = [await newPlayer(before), await newPlayer(before), await newPlayer(before)];
  passkey = await givePasskey(player.client);
  const { id } = (await player.client.post('/v1/fiat/topups', { amount: 50_000 })).body;
  await before.client().post(`/checkout/${id}/pay`, new URLSearchParams({ outcome: 'paid' }));
  await deleted.client.delete('/v1/identity/me', {});
  database = /\/([^/?]+)(?:\?|$)/.exec(before.connectionString)![1]!;
});

test('refuses while the key opens everything, and while a node runs', async () => {
  const was = await sealedRows();
  expect(await reset('--yes', '--database', database)).toMatchObject({
    code: 1,
    text: expect.stringContaining('nothing is lost, and nothing was done'),
  });
  environment['PID_MASTER_KEY'] = newKey;
  expect(await reset('--yes', '--database', database)).toMatchObject({
    code: 1,
    text: expect.stringContaining('A node uses this database. A node that runs still has the master key'),
  });
  await before.service.close();
  expect(await sealedRows()).toBe(was);
});

test('says what it would cost and changes nothing without --yes, or with the name of another database', async () => {
  const was = await sealedRows();
  const { code, text, complaints } = await reset();
  expect([code, complaints.at(-1)]).toEqual([
    1,
    expect.stringMatching(/\? Nothing was done: say --yes to do it\.$/),
  ]);
  for (const cost of [
    testSealer.masterKey,
    'sessions end, and everybody signs in again',
    'signing keys: their tokens end',
    '1 bank accounts of apps: removed',
    '1 settlements that were requested: cancelled',
    '1 settlements that were sent',
    '1 settlements that have ended',
    'burn',
    'log-signer',
    'login-tickets',
    'refresh',
    'accounts in the public log',
    'The key that signs the public log',
    'web-push',
    'The key of notifications to devices',
    'topup-marks',
    'logins and passkeys of deleted identities',
  ])
    expect(text).toContain(cost);
  expect(await reset('--yes', '--database', 'pid_elsewhere')).toMatchObject({
    code: 1,
    text: `PID_DATABASE_URL names the database ${database}, not pid_elsewhere. Nothing was done.`,
  });
  expect(await sealedRows()).toBe(was);
});

test('continues after an interruption, during which the service does not start', async () => {
  const { code, complaints } = await runPid(['keys', 'reset-master', '--yes'], environment, undefined, {
    batchRows: 1,
    interruption: () => AbortSignal.abort('interrupted'),
  });
  expect([code, complaints.at(-1)]).toEqual([130, expect.stringContaining('Run the command again')]);
  await expect(startTestService({ ...settings, PID_MASTER_KEY: newKey }, before)).rejects.toThrow(
    'does not open',
  );
});

test('resets the key, and names itself in the audit log and in the security log outside the database', async () => {
  const { code, text } = await reset('--yes');
  expect([code, text]).toEqual([0, expect.stringContaining('start the nodes. Everybody signs in again.')]);
  const { rows } = await before.db.query(
    "select actor, details ->> 'reason' as reason, details -> 'bankAccounts' as accounts from audit_events where action = 'keys.master_reset'",
  );
  expect(rows).toEqual([{ actor: 'cli:andi', reason: 'Lost in the fire', accounts: 1 }]);
  const lines = (await readFile(securityLog, 'utf8')).trim().split('\n').slice(-2);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    ['begun', 'done'].map((outcome) => ({
      event: 'administration',
      operation: 'pid keys reset-master',
      details: { actor: 'cli:andi', reason: 'Lost in the fire', outcome },
    })),
  );
  expect(await reset('--yes')).toMatchObject({
    code: 1,
    text: expect.stringContaining('nothing is lost'),
  });
});

test('afterwards players sign in by provider and by passkey, and pay; old sessions are over', async () => {
  // At the same address: passkeys and the development provider are bound to it.
  const { port } = new URL(before.baseUrl);
  after = await startTestService({ ...settings, PID_MASTER_KEY: newKey, PID_PORT: port }, before);
  const cookie = ['pid_access', 'pid_refresh']
    .map((name) => `${name}=${player.client.cookie(name)}`)
    .join('; ');
  expect((await before.client().get('/v1/identity/me', { cookie })).status).toBe(401);
  expect((await before.client().post('/v1/auth/refresh', undefined, { cookie })).status).toBe(401);
  const byProvider = before.client();
  await signInAs(byProvider, friend.email);
  expect((await byProvider.get('/v1/identity/me')).body.pid).toBe(friend.pid);
  const byPasskey = await signInConfirming(before, passkey);
  const sent = await byPasskey.post(
    '/v1/fiat/sends',
    { to: friend.pid, amount: 10_000 },
    { 'idempotency-key': crypto.randomUUID() },
  );
  expect([sent.status, (await byProvider.get('/v1/fiat/balance')).body.balance]).toEqual([201, 10_000]);
  const audit = await runPid(['ledger', 'audit'], { ...environment, PID_MASTER_KEY: newKey });
  // The fixture has changed the time of income that was in the log already.
  const isOfFixture = (line: string) => /the public log agrees .* entry [01]:/.test(line);
  expect(audit.lines.filter((line) => line.startsWith('BROKEN') && !isOfFixture(line))).toEqual([]);
});

test('what is lost is asked again: bank account and requested settlement; what was sent can still be decided', async () => {
  const owner = await signInConfirming(before, app.passkey);
  const path_ = `/v1/apps/${app.clientId}`;
  expect((await owner.get(`${path_}/bank-account`)).status).toBe(404);
  const { items } = (await owner.get(`${path_}/settlements`)).body as {
    items: { id: string; status: string }[];
  };
  expect(new Map(items.map(({ id, status }) => [id, status]))).toEqual(
    new Map([
      [settled.requested, 'cancelled'],
      [settled.sent, 'sent'],
      [settled.paid, 'paid'],
    ]),
  );
  const admin = await signInConfirming(before, judge.passkey);
  const { items: shown } = (await admin.get('/v1/admin/settlements')).body as {
    items: { id: string; accountNumber: string | null; last4: string }[];
  };
  expect(shown.find(({ id }) => id === settled.sent)).toMatchObject({ accountNumber: null, last4: '7890' });
  const again = await exportTo('again.csv', '--again', exportId);
  expect([again.code, again.text]).toEqual([0, expect.stringMatching(/^1 settlements are missing/m)]);
  expect((await readFile(path.join(folder, 'again.csv'), 'utf8')).trim().split('\n')).toHaveLength(1);
  await admin.call('markSettlementFailed', { id: settled.sent, reference: 'BCA-2', reason: 'Returned' });
  expect((await owner.get(`${path_}/balance`)).body.balance).toBe(400_000);
  const notices = ((await owner.get('/v1/notices')).body as { items: { type: string }[] }).items.map(
    ({ type }) => type,
  );
  expect(notices).toEqual(expect.arrayContaining(['bank_account.refused', 'settlement.failed']));
});

test('logins of deleted identities are no longer recognized, and their names stay unavailable', async () => {
  const client = before.client();
  await signInAs(client, deleted.email);
  const claim = (handle: string) => client.post('/v1/auth/claim', { handle });
  expect((await claim(deleted.handle)).headers.get('pid-error')).toMatch(/^handle_taken/);
  expect((await claim(`again_${deleted.handle.slice(-8)}`)).status).toBe(200);
});

test('gives up only what does not open, and only if it is told so', async () => {
  const { sealer, masterKey } = otherMasterKey();
  const { bytes } = sealer.seal({ table: 'service_secrets', name: 'stray' }, Buffer.alloc(32, 1));
  await before.db.query(
    "insert into service_secrets (name, sealed_value, master_key, created_at) values ('stray', $1, $2, now())",
    [bytes, masterKey],
  );
  await after.service.close();
  const names = async () =>
    (await before.db.query<{ name: string }>('select name from service_secrets order by name')).rows.map(
      ({ name }) => name,
    );
  const all = await names();
  expect(await reset('--yes')).toMatchObject({
    code: 1,
    text: expect.stringContaining(
      'To give up only what does not open, add --keep-openable. Nothing was done.',
    ),
  });
  expect(await names()).toEqual(all);
  const { code, text } = await reset('--yes', '--keep-openable');
  expect([code, text]).toEqual([0, expect.not.stringMatching(/sign in|signs in|signing keys/)]);
  expect(await names()).toEqual(all.filter((name) => name !== 'stray'));
  await startTestService({ ...settings, PID_MASTER_KEY: newKey }, before);
});

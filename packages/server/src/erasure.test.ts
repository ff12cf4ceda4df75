import { expect, test } from 'vitest';
import { newApp } from '../test/app-helper.ts';
import { runPid } from '../test/command-helper.ts';
import { startFakeMailServer } from '../test/fake-mail-server.ts';
import { findMarks as findMarksIn, MarkedClient } from '../test/find-marks.ts';
import type { HttpClient } from '../test/http-client.ts';
import { givePasskey } from '../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../test/sign-in-helper.ts';
import { testMasterKey } from '../test/test-sealing.ts';
import { startTestService } from '../test/test-service.ts';
import { fakeMidtrans } from './checkout/testing/fake-providers.ts';
import { serviceUrl } from './platform/db/index.ts';

const serverKey = 'SB-Mid-server-test';
const provider = await fakeMidtrans(serverKey);
const mailServer = await startFakeMailServer();
const environment = {
  PID_CHAIN: 'off',
  PID_TRUSTED_PROXIES: '127.0.0.1,::1',
  PID_PAYMENT_PROVIDER: 'midtrans',
  PID_MIDTRANS_SERVER_KEY: serverKey,
  PID_PAYMENT_API_URL: provider.server.url,
  PID_SMTP_URL: mailServer.url,
  PID_MAIL_FROM: 'no-reply@pid.example',
};
const service = await startTestService(environment);

/** What nobody else has, so that it is found wherever it was put. */
const marks = {
  mail: 'unmistakable.person@example.com',
  name: 'Unmistakable Name',
  device: 'UnmistakableBrowser/9.9',
  address: '198.51.100.177',
  network: '198.51.100.0/24',
  passkey: 'Unmistakable Phone',
};

const dayInSeconds = 86_400;

const findMarks = () => findMarksIn(service.db, Object.values(marks));

async function liveALife(client: HttpClient): Promise<{ topUpId: string }> {
  await signInAs(client, marks.mail);
  await client.call('claimHandle', { handle: 'forgettable' });
  await client.patch('/v1/profile', { displayName: marks.name });
  await givePasskey(client, { name: marks.passkey });
  await newApp(client);
  // Somebody writes to the security log from there.
  await client.post('/v1/auth/exchange', {
    code: 'x'.repeat(43),
    client_id: 'app_nobody',
    code_verifier: 'y'.repeat(43),
  });
  const { id, total } = (await client.post('/v1/fiat/topups', { amount: 1100 })).body;
  await client.post(`/checkout/${id}/pay`, new URLSearchParams());
  const paid = { transaction_status: 'settlement', gross_amount: `${total}.00` };
  provider.set(id, paid);
  // Providers tell who paid.
  const payer = { customer_details: { email: marks.mail, first_name: marks.name } };
  await client.post('/v1/payments/midtrans/notifications', { ...provider.notice(id, paid), ...payer });
  return { topUpId: id };
}

test('the export holds all of a life; deleted, and after the times of the retention table, nothing of the person is in any table, and the books still stand', async () => {
  const client = new MarkedClient(service.baseUrl, marks);
  const { topUpId } = await liveALife(client);
  const friend = await newPlayer(service);
  const sent = await client.post('/v1/fiat/sends', { to: friend.pid, amount: 1000 });
  expect([sent.status, sent.text]).toEqual([201, sent.text]);

  const { body: exported } = await client.get('/v1/identity/export');
  expect(Object.keys(exported)).toEqual(
    expect.arrayContaining([
      'profile',
      'credentials',
      'sessions',
      'activity',
      'notices',
      'apps',
      'evmPermissions',
      'money',
      'topUps',
      'payments',
    ]),
  );
  expect(exported.money.entries.map(({ type }: { type: string }) => type)).toEqual(['send', 'topup']);
  expect(exported.topUps).toMatchObject([{ id: topUpId, status: 'paid', amount: 1100 }]);

  await expect
    .poll(async () => (await findMarks()).map((row) => row.split(':')[0]), { timeout: 20_000 })
    .toEqual(
      expect.arrayContaining([
        'audit_events',
        'payment_notices',
        'profiles',
        'provider_logins',
        'security_events',
      ]),
    );

  const deleted = await runPid(['admin', 'delete', 'forgettable@pid', '--yes'], {
    ...environment,
    PID_DATABASE_URL: serviceUrl(service.connectionString),
    PID_MASTER_KEY: testMasterKey,
    PID_BASE_URL: service.baseUrl,
  });
  expect([deleted.code, deleted.text]).toEqual([0, deleted.text]);
  expect(
    (await findMarks()).filter((row) =>
      /^(?:profiles|provider_logins|passkeys|sessions|known_devices|notices):/.test(row),
    ),
  ).toEqual([]);

  // The last mail knows where to go until it is gone.
  const waiting = async () => (await findMarks()).filter((row) => row.startsWith('notice_mails:'));
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);

  // The times of the table pass: on the service's clock, and on the database's, which its own functions go by.
  service.clock.advanceSeconds(400 * dayInSeconds);
  for (const table of ['audit_events', 'security_events']) {
    await service.db.query(`alter table ${table} disable trigger user`);
    await service.db.query(`update ${table} set at = at - interval '400 days'`);
    await service.db.query(`alter table ${table} enable trigger user`);
  }
  await service.service.forget();
  expect(await findMarks()).toEqual([]);

  const { rows } = await service.db.query<{ amount: bigint }>(
    'select p.amount from ledger_postings p order by p.amount',
  );
  expect(rows.map(({ amount }) => amount)).toEqual(expect.arrayContaining([1000n, 1100n]));
  const audit = await runPid(['ledger', 'audit'], {
    ...environment,
    PID_DATABASE_URL: serviceUrl(service.connectionString),
    PID_MASTER_KEY: testMasterKey,
  });
  expect([audit.code, audit.text]).toEqual([0, expect.stringContaining('The ledger is whole')]);
});

test('what was done cannot be changed, and where it was done is not forgotten early, whoever asks', async () => {
  await service.db.query(
    "insert into audit_events (at, actor, action, address) values (now() - interval '29 days', 'cli', 'early', '192.0.2.1'), (now() - interval '31 days', 'cli', 'late', '192.0.2.1')",
  );
  await service.db.query('select audit_events_forget(0)');
  const { rows } = await service.db.query<{ action: string; address: string | null }>(
    "select action, address from audit_events where action in ('early', 'late') order by action",
  );
  expect(rows).toEqual([
    { action: 'early', address: '192.0.2.1' },
    { action: 'late', address: null },
  ]);
  for (const change of [
    "update audit_events set actor = 'nobody' where action = 'late'",
    "update audit_events set address = '192.0.2.9' where action = 'late'",
    "update audit_events set address = null where action = 'early'",
    "delete from audit_events where action = 'late'",
  ])
    await expect(service.db.query(change), change).rejects.toThrow(/not allowed/);
});

import { expect, test } from 'vitest';
import { newAccount, sol, withdraw } from '../test/account-helper.ts';
import { newSigner } from '../test/chain-helper.ts';
import { runPid } from '../test/command-helper.ts';
import { startFakeMailServer } from '../test/fake-mail-server.ts';
import { findMarks, MarkedClient } from '../test/find-marks.ts';
import { guardedBySheet, newSheet, setPolicy } from '../test/recovery-helper.ts';
import { testMasterKey } from '../test/test-sealing.ts';
import { startTestService } from '../test/test-service.ts';
import { openShop } from './payments/testing/payment-fixture.ts';

const mailServer = await startFakeMailServer();
const mails = { PID_SMTP_URL: mailServer.url, PID_MAIL_FROM: 'no-reply@pid.example' };
const service = await startTestService({ PID_TRUSTED_PROXIES: '127.0.0.1,::1', ...mails });
const origin = { device: 'UnmistakableBrowser/9.9', address: '198.51.100.177' };
const name = 'Unmistakable Name';
const daySeconds = 86_400;

test('a life with a wallet, recovery and payments is exported whole, and nothing of the person outlives the retention times', async () => {
  const marked = { ...service, client: () => new MarkedClient(service.baseUrl, origin) };
  const owner = await newAccount(marked, 2n * sol);
  const { client, pid } = owner;
  await client.patch('/v1/profile', { displayName: name });
  expect((await setPolicy(owner, [guardedBySheet(await newSheet(owner))])).status).toBe(200);
  const withdrawn = await withdraw(owner, { to: newSigner().address, amount: sol });
  expect([withdrawn.status, withdrawn.text]).toEqual([200, withdrawn.text]);
  const shop = await openShop(service);
  const { body: payment } = await shop.create({ amount: 10_000 });
  expect((await client.post(`/v1/payments/${payment.id}/decline`, {})).status).toBe(200);

  const { body: exported } = await client.get('/v1/identity/export');
  for (const part of [
    'profile',
    'credentials',
    'sessions',
    'activity',
    'notices',
    'apps',
    'evmPermissions',
    'gameSessions',
    'money',
    'topUps',
    'payments',
    'walletOperations',
    'walletCertificates',
    'recoveries',
  ])
    expect(exported, part).toHaveProperty(part);
  expect(exported.walletOperations.length).toBeGreaterThan(1);
  expect(exported.sessions[0]).toMatchObject({ userAgent: origin.device });

  const { rows } = await service.db.query<{ email: string }>(
    'select email from provider_logins where identity_id = (select id from identities where handle = $1)',
    [pid.replace('@pid', '')],
  );
  const marks = [rows[0]!.email, name, origin.device, origin.address, '198.51.100.0/24'];
  const found = () => findMarks(service.db, marks);
  expect((await found()).map((row) => row.split(':')[0])).toEqual(
    expect.arrayContaining(['audit_events', 'profiles', 'provider_logins', 'sessions']),
  );
  const deleted = await runPid(['admin', 'delete', pid, '--yes', '--abandon', 'A test of erasure'], {
    ...mails,
    PID_DATABASE_URL: service.connectionString,
    PID_MASTER_KEY: testMasterKey,
    PID_BASE_URL: service.baseUrl,
    PID_LOG_LEVEL: 'silent',
  });
  expect([deleted.code, deleted.text]).toEqual([0, `${pid} is deleted.`]);
  // The last mail knows where to go until it is gone.
  const waiting = async () => (await found()).filter((row) => row.startsWith('notice_mails:'));
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
  // The security log is written by turns.
  const exports = () => service.db.query("select from security_events where event = 'export'");
  await expect.poll(async () => (await exports()).rowCount).toBe(1);
  service.clock.advanceSeconds(400 * daySeconds);
  for (const table of ['audit_events', 'security_events']) {
    await service.db.query(`alter table ${table} disable trigger user`);
    await service.db.query(`update ${table} set at = at - interval '400 days'`);
    await service.db.query(`alter table ${table} enable trigger user`);
  }
  await service.service.forget();
  expect(await found()).toEqual([]);
});

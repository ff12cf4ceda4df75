import { expect, test } from 'vitest';
import { newAccount, sol, withdraw } from '../test/account-helper.ts';
import { newSigner } from '../test/chain-helper.ts';
import { deleteByCommand, keptLog, letRetentionPass } from '../test/erasure-helper.ts';
import { startFakeMailServer } from '../test/fake-mail-server.ts';
import { findMarks, MarkedClient } from '../test/find-marks.ts';
import { guardedBySheet, newSheet, setPolicy, startRecovery } from '../test/recovery-helper.ts';
import { signInAs } from '../test/sign-in-helper.ts';
import { startTestService } from '../test/test-service.ts';

const mailServer = await startFakeMailServer();
const mails = { PID_SMTP_URL: mailServer.url, PID_MAIL_FROM: 'no-reply@pid.example' };
const { log, lines } = keptLog();
const service = await startTestService({ PID_TRUSTED_PROXIES: '127.0.0.1,::1', ...mails }, undefined, {
  log,
});
const origin = { device: 'UnmistakableBrowser/9.9', address: '198.51.100.177' };
const name = 'Unmistakable Name';

test('exports all data of a player with a wallet and an open recovery; no personal data is left after the retention times', async () => {
  const marked = { ...service, client: () => new MarkedClient(service.baseUrl, origin) };
  const owner = await newAccount(marked, 2n * sol);
  const { client, pid } = owner;
  await client.patch('/v1/profile', { displayName: name });
  expect((await setPolicy(owner, [guardedBySheet(await newSheet(owner))])).status).toBe(200);
  const withdrawn = await withdraw(owner, { to: newSigner().address, amount: sol });
  expect([withdrawn.status, withdrawn.text]).toEqual([200, withdrawn.text]);
  const { rows } = await service.db.query<{ email: string }>(
    'select email from provider_logins where identity_id = (select id from identities where handle = $1)',
    [pid.replace('@pid', '')],
  );
  const email = rows[0]!.email;
  const elsewhere = marked.client();
  await signInAs(elsewhere, email);
  const recovery = await startRecovery(elsewhere);
  expect([recovery.answer.status, recovery.answer.text]).toEqual([201, recovery.answer.text]);

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

  expect(exported.recoveries).toMatchObject([{ id: recovery.id }]);

  const marks = [email, name, origin.device, origin.address, '198.51.100.0/24'];
  const found = () => findMarks(service.db, marks);
  expect((await found()).map((row) => row.split(':')[0])).toEqual(
    expect.arrayContaining(['audit_events', 'profiles', 'provider_logins', 'sessions']),
  );
  const operator = { ...mails, PID_DATABASE_URL: service.connectionString };
  await deleteByCommand(service, operator, { pid, marks }, ['--abandon', 'A test of erasure']);
  // The security log is written in batches.
  const exports = () => service.db.query("select from security_events where event = 'export'");
  await expect.poll(async () => (await exports()).rowCount).toBe(1);
  await letRetentionPass(service);
  expect(await found()).toEqual([]);
  expect(lines.filter((line) => marks.slice(0, 4).some((mark) => line.includes(mark)))).toEqual([]);
  expect(lines.length).toBeGreaterThan(10);
});

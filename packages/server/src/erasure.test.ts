import { expect, test } from 'vitest';
import { allowApp, bearing, newApp } from '../test/app-helper.ts';
import { runPid } from '../test/command-helper.ts';
import { deleteByCommand, keptLog, letRetentionPass } from '../test/erasure-helper.ts';
import { startFakeMailServer } from '../test/fake-mail-server.ts';
import { findMarks as findMarksIn, MarkedClient } from '../test/find-marks.ts';
import type { HttpClient } from '../test/http-client.ts';
import { givePasskey } from '../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../test/sign-in-helper.ts';
import { withStepUp } from '../test/step-up-helper.ts';
import { testMasterKey } from '../test/test-sealing.ts';
import { startTestService } from '../test/test-service.ts';
import { fakeMidtrans } from './checkout/providers/testing/fake-midtrans.ts';
import { openShop, paymentsToken } from './payments/testing/payment-fixture.ts';
import { serviceUrl } from './platform/db/index.ts';

const serverKey = 'SB-Mid-server-test';
const provider = await fakeMidtrans(serverKey);
const mailServer = await startFakeMailServer();
const environment = {
  PID_CHAIN: 'off',
  PID_SETTLEMENTS: 'manual',
  PID_TRUSTED_PROXIES: '127.0.0.1,::1',
  PID_PAYMENT_PROVIDER: 'midtrans',
  PID_MIDTRANS_SERVER_KEY: serverKey,
  PID_PAYMENT_API_URL: provider.server.url,
  PID_SMTP_URL: mailServer.url,
  PID_MAIL_FROM: 'no-reply@pid.example',
};
const { log, lines } = keptLog();
const service = await startTestService(environment, undefined, { log });
const asOperator = { ...environment, PID_DATABASE_URL: serviceUrl(service.connectionString) };

/** Unique values, so that a search finds every place where they are stored. */
const marks = {
  mail: 'unmistakable.person@example.com',
  name: 'Unmistakable Name',
  device: 'UnmistakableBrowser/9.9',
  address: '198.51.100.177',
  network: '198.51.100.0/24',
  passkey: 'Unmistakable Phone',
};

const findMarks = () => findMarksIn(service.db, Object.values(marks));

async function liveALife(client: HttpClient): Promise<{ topUpId: string }> {
  await signInAs(client, marks.mail);
  await client.call('claimHandle', { handle: 'forgettable' });
  await client.patch('/v1/profile', { displayName: marks.name });
  const passkey = await givePasskey(client, { name: marks.passkey });
  const { clientId } = await newApp(client, { contact: marks.mail });
  const item = { names: { en: marks.name }, price: 1000, imageUrl: `https://game.example/${marks.mail}` };
  expect((await client.put(`/v1/apps/${clientId}/items/portrait`, item)).status).toBe(200);
  const body = { bankCode: 'BCA', accountNumber: '1234567890', holderName: marks.name };
  const account = await withStepUp(client, passkey, {
    method: 'PUT',
    path: `/v1/apps/${clientId}/bank-account`,
    body,
  });
  expect(account.status).toBe(200);
  // Writes an event to the security log with the address and browser of the player.
  await client.post('/v1/auth/exchange', {
    code: 'x'.repeat(43),
    client_id: 'app_nobody',
    code_verifier: 'y'.repeat(43),
  });
  const { id, total } = (await client.post('/v1/fiat/topups', { amount: 20_000 })).body;
  await client.post(`/checkout/${id}/pay`, new URLSearchParams());
  const paid = { transaction_status: 'settlement', gross_amount: `${total}.00` };
  provider.set(id, paid);
  // Payment providers send the payer's name and e-mail address.
  const payer = { customer_details: { email: marks.mail, first_name: marks.name } };
  await client.post('/v1/payments/midtrans/notifications', { ...provider.notice(id, paid), ...payer });
  return { topUpId: id };
}

/**
 * Makes sends with notes, a payment that is partly refunded and a declined payment. Other parties have
 * written the player's name into them.
 */
async function spend(client: HttpClient, friend: { readonly client: HttpClient; readonly pid: string }) {
  const shop = await openShop(service);
  const written = {
    description: `A sword for ${marks.name}`,
    returnTo: `https://game.example/?who=${marks.mail}`,
  };
  const done = [
    await client.post('/v1/fiat/sends', { to: friend.pid, amount: 1000, note: `From ${marks.name}` }),
    await friend.client.post('/v1/fiat/sends', {
      to: 'forgettable@pid',
      amount: 500,
      note: `Thanks, ${marks.name}`,
    }),
  ];
  const { body: paid } = await shop.create({ amount: 5000, ...written });
  done.push(await client.post(`/v1/payments/${paid.id}/confirm`, { expectedTotal: 5100 }));
  const refund = { amount: 2000, reason: `${marks.name} has no use for it` };
  done.push(await shop.ask('POST', `/payments/${paid.id}/refunds`, refund));
  const { body: declined } = await shop.create({ ...written, pid: 'forgettable@pid' });
  done.push(await client.post(`/v1/payments/${declined.id}/decline`, {}));
  await allowApp(client, shop);
  const pass = { reference: 'pass', pid: 'forgettable@pid', amount: 5000, period: 'month', ...written };
  done.push(await shop.ask('POST', '/allowances', pass));
  // A balance too small to pay the fee of a send is forfeited.
  const { balance } = (await client.get('/v1/fiat/balance')).body;
  done.push(await client.post('/v1/fiat/sends', { to: friend.pid, amount: balance - 100 }));
  expect(done.map(({ status, text }) => [status, status < 300 || text])).toEqual(
    done.map(({ status }) => [status, true]),
  );
  return { shop, paidId: paid.id };
}

test('exports all data of a player; after deletion and the retention times, no table or log line holds personal data and the ledger is intact', async () => {
  const client = new MarkedClient(service.baseUrl, marks);
  const { topUpId } = await liveALife(client);
  const friend = await newPlayer(service);
  const { shop, paidId } = await spend(client, friend);

  await service.service.runJob('append to the public log');
  const { rows: accounts } = await service.db.query<{ id: bigint }>(
    "select a.id from ledger_accounts a join identity_facts i on i.id = a.identity_id where i.pid = 'forgettable@pid'",
  );
  const keyOfAccount = async () => {
    const { rows } = await service.db.query<{ isEmpty: boolean; days: number | null }>(
      `select sealed_key = '' as "isEmpty", round(extract(epoch from destroy_at - $2) / 86400)::int as days
         from log_account_keys where account_id = $1`,
      [accounts[0]!.id, service.clock.now()],
    );
    return rows[0];
  };
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
      'allowances',
      'items',
    ]),
  );
  expect(Buffer.from(exported.books.accountKey, 'base64').length).toBe(32);
  expect(await keyOfAccount()).toEqual({ isEmpty: false, days: null });
  expect(exported.items).toMatchObject([{ sku: 'portrait', names: { en: marks.name } }]);
  expect(exported.money.entries.map(({ type }: { type: string }) => type)).toEqual([
    'send',
    'refund',
    'payment',
    'receive',
    'send',
    'topup',
  ]);
  expect(exported.topUps).toMatchObject([{ id: topUpId, status: 'paid', amount: 20_000 }]);

  const tables = async () => (await findMarks()).map((row) => row.split(':')[0]);
  await expect
    .poll(tables)
    .toEqual(
      expect.arrayContaining([
        'apps',
        'audit_events',
        'ledger_postings',
        'payment_notices',
        'payment_refunds',
        'payments',
        'profiles',
        'provider_logins',
        'security_events',
      ]),
    );

  // The security log is written with a delay.
  await expect
    .poll(async () => (await findMarks()).filter((row) => /^security_events:.*,export,/.test(row)))
    .not.toEqual([]);

  await deleteByCommand(service, asOperator, { pid: 'forgettable@pid', marks: Object.values(marks) });
  expect(
    (await tables()).filter((table) =>
      ['apps', 'profiles', 'provider_logins', 'passkeys', 'sessions', 'known_devices', 'notices'].includes(
        table!,
      ),
    ),
  ).toEqual([]);
  // Texts about money are kept for a while because disputes need them.
  await service.service.forget();
  expect(await keyOfAccount()).toEqual({ isEmpty: false, days: 30 });
  expect(await tables()).toEqual(expect.arrayContaining(['ledger_postings', 'payments', 'payment_refunds']));

  await letRetentionPass(service);
  expect((await keyOfAccount())?.isEmpty).toBe(true);
  expect(await findMarks()).toEqual([]);
  const { network: _network, ...neverLogged } = marks;
  expect(
    lines.filter((line) =>
      Object.values(neverLogged).some((mark) => line.toLowerCase().includes(mark.toLowerCase())),
    ),
  ).toEqual([]);
  expect(lines.length).toBeGreaterThan(10);

  const machine = bearing(await paymentsToken(service, shop));
  const kept = await service.client().get(`/v1/apps/${shop.clientId}/payments/${paidId}`, machine);
  expect(kept.body).toMatchObject({
    description: '[erased]',
    returnTo: null,
    status: 'paid',
    captured: 5000,
    refunded: 2000,
  });
  const audit = await runPid(['ledger', 'audit'], { ...asOperator, PID_MASTER_KEY: testMasterKey });
  expect([audit.code, audit.text]).toEqual([0, expect.stringContaining('The ledger is whole')]);
});

test('audit events cannot be changed, and their addresses cannot be deleted before 30 days, by any role', async () => {
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

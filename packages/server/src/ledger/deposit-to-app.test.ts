import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { bearing, machineTokenOf, newApp, type TestApp } from '../../test/app-helper.ts';
import type { Answer, HttpClient } from '../../test/http-client.ts';
import { moveToMorning } from '../../test/move-to-morning.ts';
import { freeze } from '../../test/not-me-helper.ts';
import { givePasskey } from '../../test/passkey-helper.ts';
import { newPlayer, signInAs } from '../../test/sign-in-helper.ts';
import { signInAdministrator, signStepUp, withStepUp } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { untilBlocked } from '../../test/until-blocked.ts';
import { topUpRecords } from '../checkout/index.ts';
import { auditLedger } from './audit-ledger.ts';
import { fund } from './testing/ledger-fixture.ts';

const settings = { PID_ADMINS: 'deposit_boss@pid', PID_DAILY_LIMIT: '3000000' };
const service = await startTestService(settings);
moveToMorning(service);
const otherNode = await startTestService(settings, service);
const { admin } = await signInAdministrator(service, 'deposit_boss');

afterAll(async () => expect((await auditLedger({ ...service, topUps: topUpRecords })).findings).toEqual([]));

/** An app whose owner has money. */
async function openApp(balance = 1_000_000n, fields: Record<string, unknown> = {}) {
  const owner = await newPlayer(service);
  const { rows } = await service.db.query<{ id: string }>('select id from identities where handle = $1', [
    owner.handle,
  ]);
  const identityId = rows[0]!.id;
  if (balance > 0n) await fund(service.db, identityId, balance);
  const app: TestApp = await newApp(owner.client, fields);
  const path = `/v1/apps/${app.clientId}/deposits`;
  return {
    ...owner,
    app,
    identityId,
    path,
    deposit: (amount: unknown, headers = {}, client: HttpClient = owner.client) =>
      client.post(path, { amount }, headers),
    payOut: (amount: number) => owner.client.post(`/v1/apps/${app.clientId}/payouts`, { amount }),
    balance: async () => (await owner.client.get('/v1/fiat/balance')).body.balance as number,
    escrow: async () => (await owner.client.get(`/v1/apps/${app.clientId}/balance`)).body.balance as number,
    deposited: async () => {
      const found = await service.db.query<{ deposited: bigint }>(
        'select deposited from ledger_accounts where client_id = $1',
        [app.clientId],
      );
      return Number(found.rows[0]!.deposited);
    },
  };
}

const told = ({ status, headers }: Answer) => [status, headers.get('pid-error')?.split(';')[0]];
const needed = [403, 'step_up_required'];
const key = (name: string = randomUUID()) => ({ 'idempotency-key': name });

test('moves money from the owner to the escrow without a fee, and both statements and the app’s events show it', async () => {
  const shop = await openApp();
  const answer = await shop.deposit(40_000, key());
  expect([answer.status, answer.body, answer.headers.get('idempotent-replay')]).toEqual([
    201,
    { id: expect.any(String), amount: 40_000, balance: 40_000, createdAt: expect.any(String) },
    null,
  ]);
  expect([await shop.balance(), await shop.escrow(), await shop.deposited()]).toEqual([
    960_000, 40_000, 40_000,
  ]);
  const { id, createdAt } = answer.body;
  const { clientId } = shop.app;
  expect((await shop.client.get('/v1/fiat/statement?limit=1')).body.items).toEqual([
    {
      id,
      type: 'deposit',
      amount: -40_000,
      balanceAfter: 960_000,
      counterparty: clientId,
      app: clientId,
      appName: expect.any(String),
      createdAt,
    },
  ]);
  const ofApp = `/v1/apps/${clientId}`;
  expect((await shop.client.get(`${ofApp}/statement`)).body.items).toEqual([
    { id, type: 'deposit', amount: 40_000, balanceAfter: 40_000, counterparty: shop.pid, createdAt },
  ]);
  expect((await shop.client.get(`${ofApp}/statement?format=csv`)).text).toContain(`${id},deposit,40000`);
  expect((await shop.client.get(`${ofApp}/earnings`)).body).toEqual({
    balance: 40_000,
    held: 0,
    earned: 0,
    paidOut: 0,
    deposited: 40_000,
    settled: 0,
  });
  const machine = bearing(await machineTokenOf(service.client(), shop.app));
  await expect
    .poll(async () => (await service.client().get(`${ofApp}/events`, machine)).body.items.at(-1))
    .toMatchObject({ type: 'deposit.posted', data: { id, amount: 40_000 } });
  const { body: activity } = await shop.client.get('/v1/identity/activity?limit=5');
  expect(activity.items).toContainEqual(
    expect.objectContaining({
      id,
      action: 'money.deposited',
      target: clientId,
      details: { amount: 40_000, app: 'Star Game' },
    }),
  );
});

test('refuses other players, machine tokens, unknown apps, wrong amounts and more than the balance', async () => {
  const shop = await openApp(10_000n);
  const stranger = await openApp(10_000n);
  expect(told(await stranger.client.post(shop.path, { amount: 1 }))).toEqual([404, 'no_such_app']);
  expect(told(await shop.client.post('/v1/apps/unknown/deposits', { amount: 1 }))).toEqual([
    404,
    'no_such_app',
  ]);
  const machine = bearing(await machineTokenOf(service.client(), shop.app));
  expect((await service.client().post(shop.path, { amount: 1 }, machine)).status).toBe(403);
  expect((await service.client().post(shop.path, { amount: 1 })).status).toBe(401);
  for (const amount of [0, -1, 1.5, '1', 1e15 + 1, undefined])
    expect((await shop.deposit(amount)).status).toBe(400);
  const short = await shop.deposit(10_001);
  expect([short.status, short.headers.get('pid-error')]).toEqual([
    400,
    'insufficient_balance; needed=10001; available=10000',
  ]);
  expect([await shop.balance(), await shop.escrow()]).toEqual([10_000, 0]);
  expect((await shop.deposit(10_000)).status).toBe(201);
});

test('counts as a send to a receiver for step-up and the daily limit', async () => {
  const shop = await openApp(50_000_000n);
  const friend = await newPlayer(service);
  const passkey = await givePasskey(shop.client, { counter: 0 });
  const confirm = (amount: number) =>
    withStepUp(shop.client, passkey, { method: 'POST', path: shop.path, body: { amount } });
  // The escrow is a new receiver, so a tenth of the limit needs a passkey.
  const asked = await shop.deposit(50_001);
  expect([told(asked), asked.headers.get('pid-error')]).toEqual([
    needed,
    expect.stringContaining('assertion'),
  ]);
  expect((await shop.deposit(50_000)).status).toBe(201);
  expect(told(await shop.deposit(1))).toEqual(needed);
  expect((await confirm(1)).status).toBe(201);
  // Now the escrow is known, and the count starts again. Sends and deposits count together.
  expect((await shop.deposit(480_000)).status).toBe(201);
  const send = { to: friend.pid, amount: 30_000, expectedTotal: 30_100 };
  expect(told(await shop.client.post('/v1/fiat/sends', send))).toEqual(needed);
  expect(told(await shop.deposit(20_001))).toEqual(needed);
  expect((await shop.deposit(20_000)).status).toBe(201);
  expect((await confirm(2_000_000)).status).toBe(201);
  const refused = await confirm(450_000);
  expect([told(refused), refused.headers.get('pid-error')]).toEqual([
    [403, 'daily_limit'],
    'daily_limit; left=449999',
  ]);
  expect((await confirm(449_999)).status).toBe(201);
  expect(await shop.escrow()).toBe(3_000_000);
});

test('fifty concurrent deposits on two nodes cannot exceed the limit together', async () => {
  const shop = await openApp(50_000_000n);
  await givePasskey(shop.client, { counter: 0 });
  const twin = otherNode.client();
  twin.setCookie('pid_access', shop.client.cookie('pid_access')!);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => shop.deposit(8000, {}, index % 2 ? twin : shop.client)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
  expect(answers.filter((answer) => told(answer)[1] === needed[1])).toHaveLength(44);
  expect([await shop.escrow(), await shop.deposited()]).toEqual([48_000, 48_000]);
});

test('one signature deposits once: a repetition is refused even below the limit, and a key is replayed', async () => {
  const shop = await openApp(5_000_000n);
  const passkey = await givePasskey(shop.client, { counter: 0 });
  const call = { method: 'POST', path: shop.path, body: { amount: 20_000 } };
  const assertion = { 'pid-assertion': await signStepUp(shop.client, passkey, call) };
  expect((await shop.deposit(20_000, assertion)).status).toBe(201);
  expect(told(await shop.deposit(20_000, assertion))).toEqual(needed);
  const headers = { ...key(), 'pid-assertion': await signStepUp(shop.client, passkey, call) };
  const first = await shop.deposit(20_000, headers);
  const again = await shop.deposit(20_000, headers);
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  expect(await shop.escrow()).toBe(40_000);
});

test('without a passkey a recent sign-in is enough for a large deposit', async () => {
  const shop = await openApp(2_000_000n);
  expect((await shop.deposit(700_000)).status).toBe(201);
  service.clock.advanceSeconds(601);
  const stale = await shop.deposit(700_000);
  expect([told(stale), stale.headers.get('pid-error')]).toEqual([
    needed,
    expect.stringContaining('need=recent'),
  ]);
});

test('a deposit above the notice amount creates a notice in the same commit', async () => {
  const shop = await openApp(1_000_000n, { name: 'Star Game' });
  await shop.client.patch('/v1/limits', { noticeAmount: 20_000 });
  await shop.deposit(20_000);
  await shop.deposit(20_001);
  const { body } = await shop.client.get('/v1/notices');
  const found = body.items.filter(({ type }: { type: string }) => type === 'money.deposited');
  expect(found.map(({ data }: { data: object }) => data)).toEqual([
    { id: expect.any(String), app: 'Star Game', amount: 20_001 },
  ]);
});

test('twenty concurrent deposits with one key on two nodes move the money once and return the same response', async () => {
  const shop = await openApp();
  const twin = otherNode.client();
  twin.setCookie('pid_access', shop.client.cookie('pid_access')!);
  const headers = key();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => shop.deposit(7000, headers, index % 2 ? twin : shop.client)),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(201);
  expect(answers.filter((answer) => answer.headers.get('idempotent-replay') === null)).toHaveLength(1);
  expect([await shop.balance(), await shop.escrow()]).toEqual([993_000, 7000]);
});

test('a replayed key returns the first response after later movements, and after the app was paused and deleted', async () => {
  const shop = await openApp();
  // Entries have microseconds, of which an answer shows only the milliseconds.
  await service.db.query(
    `select ledger_write(now() + interval '3 days' + interval '1 microsecond', gen_random_uuid(), 'topup', null, id, null, 5, 0, 0, 0, null, null,
       array[id, 9000000000000000002], array[5, -5]) from ledger_accounts where identity_id = $1`,
    [shop.identityId],
  );
  const headers = key('one-deposit');
  const first = await shop.deposit(20_000, headers);
  expect(first.body.balance).toBe(20_000);
  await shop.deposit(3000);
  const payOut = () =>
    shop.client.post(`/v1/apps/${shop.app.clientId}/payouts`, { amount: 21_000 }, key('one-payout'));
  const paidOut = await payOut();
  expect(paidOut.body.balance).toBe(2000);
  const replayed = async () => {
    const answers = [await shop.deposit(20_000, headers), await payOut()];
    return answers.map(({ status, body, headers: sent }) => [status, body, sent.get('idempotent-replay')]);
  };
  const firstAnswers = [first, paidOut].map(({ body }) => [201, body, 'true']);
  expect(await replayed()).toEqual(firstAnswers);
  const pause = (verb: string) => admin.post(`/v1/admin/apps/${shop.app.clientId}/${verb}`, {});
  await pause('pause');
  expect(await replayed()).toEqual(firstAnswers);
  // A refund of a paused app may need it.
  expect((await shop.deposit(1)).status).toBe(201);
  await pause('resume');
  expect(told(await shop.deposit(20_001, headers))).toEqual([409, 'idempotency_key_reused']);
  expect(
    told(await shop.client.post(`/v1/apps/${shop.app.clientId}/payouts`, { amount: 20_000 }, headers)),
  ).toEqual([409, 'idempotency_key_reused']);
  await shop.payOut(2001);
  expect((await shop.client.delete(`/v1/apps/${shop.app.clientId}`)).status).toBe(200);
  expect(await replayed()).toEqual(firstAnswers);
  expect(told(await shop.deposit(1))).toEqual([404, 'no_such_app']);
});

test('a deposit whose connection is cut before the commit moves nothing, and its key can be used again', async () => {
  const shop = await openApp();
  await shop.deposit(1);
  const headers = key();
  let cut: Promise<Answer> | undefined;
  await service.db.transaction(async (tx) => {
    await tx.query('select from ledger_accounts where client_id = $1 for update', [shop.app.clientId]);
    cut = shop.deposit(5000, headers);
    await untilBlocked(service.db);
    await service.db.query(
      `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`,
    );
  });
  expect((await cut!).status).toBeGreaterThanOrEqual(500);
  expect(await shop.escrow()).toBe(1);
  expect((await shop.deposit(5000, headers)).status).toBe(201);
  expect((await shop.deposit(5000, headers)).headers.get('idempotent-replay')).toBe('true');
  expect([await shop.balance(), await shop.escrow()]).toEqual([994_999, 5001]);
});

test('a deposit concurrent with the deletion of the app either arrives and stops the deletion, or is refused', async () => {
  for (let round = 0; round < 8; round += 1) {
    const shop = await openApp(1000n);
    const [deposited, removed] = await Promise.all([
      shop.deposit(1000),
      shop.client.delete(`/v1/apps/${shop.app.clientId}`),
    ]);
    const outcome = [deposited, removed].map((answer) => told(answer).join(' ').trim());
    expect([
      ['201', '400 escrow_not_empty'],
      ['404 no_such_app', '200'],
    ]).toContainEqual(outcome);
    expect(await shop.balance()).toBe(deposited.status === 201 ? 0 : 1000);
  }
});

test.each(['deposit', 'payOut'] as const)(
  'refuses a %s that waited for the deletion of the app',
  async (move) => {
    const shop = await openApp();
    await shop.deposit(1);
    await shop.payOut(1);
    let racing: Promise<Answer> | undefined;
    await service.db.transaction(async (tx) => {
      const { rows } = await tx.query<{ id: bigint }>(
        'select id from ledger_accounts where client_id = $1 for update',
        [shop.app.clientId],
      );
      racing = shop[move](1000);
      await untilBlocked(service.db);
      await tx.query('select ledger_close_account(now(), gen_random_uuid(), $1)', [rows[0]!.id]);
    });
    expect(told(await racing!)).toEqual([404, 'no_such_app']);
    expect(await shop.balance()).toBe(1_000_000);
  },
);

test('refuses suspended and frozen owners', async () => {
  const suspended = await openApp();
  await admin.post(`/v1/admin/identities/${suspended.pid}/suspend`);
  expect(told(await suspended.deposit(1))).toEqual([403, 'identity_suspended']);
  const frozen = await openApp();
  const { rows } = await service.db.query<{ email: string }>(
    'select email from provider_logins where identity_id = $1',
    [frozen.identityId],
  );
  expect((await freeze(service, rows[0]!.email)).status).toBe(200);
  const client = service.client();
  await signInAs(client, rows[0]!.email);
  expect(told(await frozen.deposit(1, {}, client))).toEqual([403, 'frozen']);
  expect((await client.get('/v1/fiat/balance')).body.balance).toBe(1_000_000);
});

test('payouts and refunds use up deposits first, and income never counts as deposited', async () => {
  const shop = await openApp(1_000_000n);
  const payer = await openApp(1_000_000n);
  const machine = await service.client().call('issueMachineToken', {
    grant_type: 'client_credentials',
    client_id: shop.app.clientId,
    client_secret: shop.app.clientSecret,
    scope: 'read payments',
  });
  const asApp = (path: string, body: object) =>
    service
      .client()
      .post(`/v1/apps/${shop.app.clientId}${path}`, body, { ...bearing(machine.access_token), ...key() });
  const { body: payment } = await asApp('/payments', {
    reference: 'order',
    amount: 10_000,
    description: 'Sword',
  });
  await payer.client.post(`/v1/payments/${payment.id}/confirm`, { expectedTotal: payment.total });
  const state = async () => [await shop.escrow(), await shop.deposited()];
  expect(await state()).toEqual([10_000, 0]);
  await shop.deposit(6000);
  expect(await state()).toEqual([16_000, 6000]);
  await shop.payOut(2000);
  expect(await state()).toEqual([14_000, 4000]);
  expect((await asApp(`/payments/${payment.id}/refunds`, { amount: 1000 })).status).toBe(200);
  expect(await state()).toEqual([13_000, 3000]);
  await shop.payOut(5000);
  expect(await state()).toEqual([8000, 0]);
  const refund = `/payments/${payment.id}/refunds`;
  const short = await asApp(refund, { amount: 9000 });
  expect([short.status, short.headers.get('pid-error'), short.body.message]).toEqual([
    400,
    'insufficient_balance; needed=9000; available=8000; short=1000',
    "The app's escrow is Rp1.000 short: Rp9.000 needed, Rp8.000 available. Its owner can deposit the difference",
  ]);
  await shop.deposit(1000);
  expect(await state()).toEqual([9000, 1000]);
  expect((await asApp(refund, { amount: 9000 })).body).toMatchObject({ status: 'refunded' });
  expect(await state()).toEqual([0, 0]);
  expect((await shop.client.get(`/v1/apps/${shop.app.clientId}/earnings`)).body).toMatchObject({
    earned: 0,
    paidOut: 7000,
    deposited: 7000,
  });
});

test('a clawed back app fee uses up deposits first as well', async () => {
  const shop = await openApp(100_000n, { feeFlat: 5000 });
  const payer = await newPlayer(service);
  const { body: topUp } = await payer.client.post('/v1/fiat/topups', {
    amount: 50_000,
    clientId: shop.app.clientId,
  });
  await payer.client.post(`/checkout/${topUp.id}/pay`, new URLSearchParams({ outcome: 'paid' }));
  await shop.deposit(2000);
  expect([await shop.escrow(), await shop.deposited()]).toEqual([7000, 2000]);
  await shop.payOut(1000);
  const clawedBack = await admin.post(`/v1/admin/topups/${topUp.id}/clawback`, {
    refunded: topUp.total,
    reason: 'Chargeback',
  });
  expect(clawedBack.status).toBe(200);
  expect([await shop.escrow(), await shop.deposited()]).toEqual([1000, 0]);
});

test('an owner with deposited money cannot delete the identity; an administrator’s deletion moves it to suspense', async () => {
  const shop = await openApp(3000n);
  await shop.deposit(3000);
  expect(told(await shop.client.delete('/v1/identity/me'))).toEqual([400, 'deletion_blocked']);
  expect(
    (await admin.post(`/v1/admin/identities/${shop.pid}/delete`, { reason: 'Asked for it' })).status,
  ).toBe(200);
  expect(await shop.deposited()).toBe(0);
});

test('a deletion that is refused because of the money of the app cancels no top-up', async () => {
  const shop = await openApp();
  await shop.deposit(1);
  const { client } = await newPlayer(service);
  const { body: topUp } = await client.post('/v1/fiat/topups', {
    amount: 10_000,
    clientId: shop.app.clientId,
  });
  const refused = await shop.client.delete(`/v1/apps/${shop.app.clientId}`);
  expect(told(refused)).toEqual([400, 'escrow_not_empty']);
  expect((await client.get(`/v1/fiat/topups/${topUp.id}`)).body.status).toBe('pending');
});

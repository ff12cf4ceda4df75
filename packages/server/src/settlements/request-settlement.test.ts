import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { signInConfirming } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { fund } from '../ledger/testing/ledger-fixture.ts';
import { findings, identityOf, newKey, richPlayer } from '../payments/testing/payment-fixture.ts';
import {
  administrators,
  approveAccount,
  bankDetails,
  daySeconds,
  letPass,
  openSettlingApp,
  patiently,
  settlingApps,
  signInAdministrators,
  told,
} from './testing/settlement-fixture.ts';

const settings = { PID_ADMINS: administrators, PID_SETTLEMENTS: 'manual', PID_SETTLEMENT_FEE: '2500' };
const service = await startTestService(settings);
const otherNode = await startTestService(settings, service);
const admins = await signInAdministrators(service);
const [first, racing, replaying, listed, refunding] = await settlingApps(
  service,
  admins,
  [500_000, 500_000, 500_000, 500_000, 500_000],
);

afterAll(async () => expect(await findings(service)).toEqual([]));

test('takes amount and fee from the escrow, and the list, the statement, earnings, audit log and notices show it', async () => {
  const shop = first!;
  expect(await shop.balance()).toMatchObject({ balance: 500_000, available: 500_000 });
  const answer = await shop.request(100_000);
  expect([answer.status, answer.body]).toEqual([
    201,
    {
      id: expect.any(String),
      amount: 100_000,
      fee: 2500,
      status: 'requested',
      createdAt: expect.any(String),
    },
  ]);
  const { id, createdAt } = answer.body;
  expect(await shop.balance()).toMatchObject({ balance: 397_500, available: 397_500 });
  expect((await shop.list()).body).toEqual({
    items: [
      {
        ...answer.body,
        bankCode: 'BCA',
        last4: '7890',
        sentAt: null,
        paidAt: null,
        endedAt: null,
        reference: null,
        reason: null,
      },
    ],
    nextCursor: null,
    fee: 2500,
  });
  const path = `/v1/apps/${shop.clientId}`;
  const { body: statement } = await shop.owner.get(`${path}/statement`);
  expect(statement.items[0]).toEqual({
    id,
    type: 'settlement',
    amount: -102_500,
    fee: 2500,
    balanceAfter: 397_500,
    createdAt,
  });
  const csv = await shop.owner.get(`${path}/statement?format=csv`);
  expect(csv.text).toContain(`${id},settlement,-102500,2500,397500`);
  expect((await shop.owner.get(`${path}/earnings`)).body).toMatchObject({
    balance: 397_500,
    earned: 500_000,
    settled: 102_500,
  });
  const { body: notices } = await shop.owner.get('/v1/notices');
  expect(notices.items[0]).toMatchObject({
    type: 'settlement.requested',
    data: { id, clientId: shop.clientId, name: 'Star Game', amount: 100_000, last4: '7890' },
  });
  const { body: activity } = await shop.owner.get('/v1/identity/activity');
  expect(activity.items[0]).toMatchObject({ action: 'settlement.requested', target: id });

  const cancelled = await shop.cancel(id);
  expect(cancelled.body).toMatchObject({ id, status: 'cancelled', endedAt: expect.any(String) });
  expect(await shop.balance()).toMatchObject({ balance: 500_000, available: 500_000 });
  expect((await shop.owner.get(`${path}/statement`)).body.items[0]).toMatchObject({
    type: 'settlement_return',
    amount: 102_500,
    fee: 2500,
  });
  expect((await shop.owner.get(`${path}/earnings`)).body).toMatchObject({ earned: 500_000, settled: 0 });
  expect(told(await shop.cancel(id))).toBe('409 settlement_ended');
});

test('requires an idempotency key and step-up, and a whole amount', async () => {
  const shop = first!;
  expect(told(await shop.request(1000, {}))).toBe('400 idempotency_key_required');
  const bare = shop.owner.confirm;
  shop.owner.confirm = null;
  const answer = await shop.request(1000);
  expect(answer.headers.get('pid-error')).toBe('step_up_required; need=assertion');
  shop.owner.confirm = bare;
  for (const amount of [0, -1, 1.5, '100', null]) expect((await shop.request(amount)).status).toBe(400);
});

test('where every player must state an age, a settlement needs it too', async () => {
  await service.db.query('insert into ledger_age_gate (is_required) values (true)');
  try {
    expect(told(await first!.request(50_000))).toBe('403 age_needed');
  } finally {
    await service.db.query('delete from ledger_age_gate');
  }
});

test('returns the first response for a replayed key, before every refusal, also on another node', async () => {
  const shop = replaying!;
  const key = newKey();
  const answer = await shop.request(50_000, key);
  expect(answer.status).toBe(201);
  await admins.sender.call('markSettlementSent', { id: answer.body.id });
  await admins.approver.call('pauseApp', { client_id: shop.clientId });
  await shop.owner.call('removeBankAccount', { client_id: shop.clientId });
  shop.owner.confirm = null;
  const elsewhere = await signInConfirming({ ...otherNode, clock: service.clock }, shop.passkey);
  elsewhere.confirm = null;
  for (const client of [shop.owner, elsewhere]) {
    const replayed = await shop.request(50_000, key, client);
    expect([replayed.status, replayed.body, replayed.headers.get('idempotent-replay')]).toEqual([
      201,
      answer.body,
      'true',
    ]);
  }
  expect(told(await shop.request(50_001, key))).toBe('409 idempotency_key_reused');
  expect(told(await shop.request(50_000))).toBe('403 app_paused');
  // A key belongs to the caller across all money writes.
  const payout = await shop.owner.post(`/v1/apps/${shop.clientId}/payouts`, { amount: 50_000 }, key);
  expect(told(payout)).toBe('409 idempotency_key_reused');
  await admins.approver.call('resumeApp', { client_id: shop.clientId });
  await shop.again();
  expect((await shop.list()).body.items).toHaveLength(1);
});

test('twenty concurrent requests on two nodes never take more than is available, and one key takes once', async () => {
  const shop = racing!;
  const elsewhere = await signInConfirming({ ...otherNode, clock: service.clock }, shop.passkey);
  const key = newKey();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const sent = index < 5 ? key : newKey();
      return patiently(() => shop.request(97_500, sent, index % 2 === 0 ? shop.owner : elsewhere));
    }),
  );
  const accepted = answers.filter(({ status }) => status === 201);
  expect(new Set(accepted.map(({ body }) => body.id)).size).toBe(5);
  const refused = answers.filter(({ status }) => status !== 201).map(told);
  expect(new Set(refused)).toEqual(new Set(['400 insufficient_balance']));
  expect(await shop.balance()).toMatchObject({ balance: 0, available: 0 });
  expect((await shop.list()).body.items).toHaveLength(5);
});

test('lists in pages, newest first, and only for the owner', async () => {
  const shop = listed!;
  for (const amount of [1000, 2000, 3000]) expect((await shop.request(amount)).status).toBe(201);
  const path = `/v1/apps/${shop.clientId}/settlements`;
  const { body: page } = await shop.owner.get(`${path}?limit=2`);
  expect(page.items.map(({ amount }: { amount: number }) => amount)).toEqual([3000, 2000]);
  const { body: rest } = await shop.owner.get(`${path}?limit=2&cursor=${page.nextCursor}`);
  expect(rest.items.map(({ amount }: { amount: number }) => amount)).toEqual([1000]);
  expect(rest.nextCursor).toBeNull();
  const stranger = await richPlayer(service, 0n);
  expect(told(await stranger.client.get(path))).toBe('404 no_such_app');
  expect(told(await shop.request(1000, newKey(), stranger.client))).toBe('404 no_such_app');
  expect(told(await stranger.client.post(`${path}/${page.items[0].id}/cancel`))).toBe('404 no_such_app');
  const foreign = await first!.owner.post(
    `/v1/apps/${first!.clientId}/settlements/${page.items[0].id}/cancel`,
  );
  expect(told(foreign)).toBe('404 settlement_not_found');
  expect(told(await shop.cancel(randomUUID()))).toBe('404 settlement_not_found');
});

test('neither deposits nor income of the last seven days can be settled, and a settlement uses up no deposit', async () => {
  const shop = refunding!;
  await fund(service.db, await identityOf(service, shop.ownerPid.replace('@pid', '')), 400_000n);
  await shop.owner.call('depositToApp', { client_id: shop.clientId, amount: 300_000 });
  expect(await shop.balance()).toMatchObject({ balance: 800_000, available: 500_000 });
  await shop.earn(80_000);
  expect(await shop.balance()).toMatchObject({ balance: 880_000, available: 500_000 });
  const tooMuch = await shop.request(497_501);
  expect(tooMuch.headers.get('pid-error')).toBe('insufficient_balance; needed=500001; available=500000');
  // Everything that is old income leaves; the deposit stays as it is.
  const { body: all } = await shop.request(497_500);
  expect(await shop.balance()).toMatchObject({ balance: 380_000, available: 0 });
  expect(await shop.deposited()).toBe(300_000);
  await shop.cancel(all.id);
  expect(await shop.deposited()).toBe(300_000);
  expect(await shop.balance()).toMatchObject({ balance: 880_000, available: 500_000 });
  // A payout uses up deposits first, so it leaves the income that can be settled.
  await shop.owner.call('payOutApp', { client_id: shop.clientId, amount: 100_000 });
  expect(await shop.deposited()).toBe(200_000);
  expect(await shop.balance()).toMatchObject({ balance: 780_000, available: 500_000 });
  // The clock of a node does not make income older.
  service.clock.advanceSeconds(8 * daySeconds);
  await shop.again();
  expect(await shop.balance()).toMatchObject({ available: 500_000 });
  expect(told(await shop.request(500_000))).toBe('400 insufficient_balance');
  service.clock.advanceSeconds(-8 * daySeconds);
  await shop.again();
  await letPass(service, 7 * daySeconds + 1);
  expect(await shop.balance()).toMatchObject({ balance: 780_000, available: 580_000 });
  // A balance of the past has no available amount.
  const { body: past } = await shop.owner.get(`/v1/apps/${shop.clientId}/balance?at=2026-01-01`);
  expect('available' in past).toBe(false);
});

test('a refund out of a deposit does not turn the deposit into income', async () => {
  const shop = await openSettlingApp(service, admins.approver);
  await fund(service.db, await identityOf(service, shop.ownerPid.replace('@pid', '')), 400_000n);
  await shop.owner.call('depositToApp', { client_id: shop.clientId, amount: 100_000 });
  await shop.earn(100_000);
  const { body: payments } = await shop.ask('GET', '/payments');
  const refund = await shop.ask('POST', `/payments/${payments.items[0].id}/refunds`, { amount: 100_000 });
  expect(refund.status).toBe(200);
  expect([await shop.deposited(), await shop.balance()]).toMatchObject([
    0,
    { balance: 100_000, available: 0 },
  ]);
  await letPass(service, 8 * daySeconds);
  expect(await shop.balance()).toMatchObject({ balance: 100_000, available: 0 });
  // Later income is available, once.
  await shop.earn(30_000);
  await letPass(service, 8 * daySeconds);
  expect(await shop.balance()).toMatchObject({ balance: 130_000, available: 30_000 });
});

test('app fees of the owner’s own sends are no income', async () => {
  const shop = await openSettlingApp(service, admins.approver, { feeFlat: 5000 });
  await fund(service.db, await identityOf(service, shop.ownerPid.replace('@pid', '')), 400_000n);
  const friend = await richPlayer(service, 100_000n);
  const { body: me } = await friend.client.get('/v1/identity/me');
  const send = async (client: typeof shop.owner, to: string) =>
    expect(
      (await client.post('/v1/fiat/sends', { to, amount: 1000, clientId: shop.clientId }, newKey())).status,
    ).toBe(201);
  await send(shop.owner, me.pid);
  await send(shop.owner, me.pid);
  await send(friend.client, shop.ownerPid);
  await letPass(service, 8 * daySeconds);
  expect(await shop.balance()).toMatchObject({ balance: 15_000, available: 5000 });
  // A payout uses them up; what is left of the income stays available.
  await shop.owner.call('payOutApp', { client_id: shop.clientId, amount: 10_000 });
  expect(await shop.balance()).toMatchObject({ balance: 5000, available: 5000 });
  await send(shop.owner, me.pid);
  await letPass(service, 8 * daySeconds);
  expect(await shop.balance()).toMatchObject({ balance: 10_000, available: 5000 });
});

test('app fees of the owner’s own top-ups are no income', async () => {
  const shop = await openSettlingApp(service, admins.approver, { feeFlat: 5000 });
  const friend = await richPlayer(service, 0n);
  for (const player of [shop.owner, friend.client]) {
    const { id } = await player.call('createTopUp', { amount: 20_000, clientId: shop.clientId });
    await player.post(`/checkout/${id}/pay`, new URLSearchParams({ outcome: 'paid' }));
  }
  await letPass(service, 8 * daySeconds);
  expect(await shop.balance()).toMatchObject({ balance: 10_000, available: 5000 });
});

test('the fee of a top-up that is taken back stays income of seven days', async () => {
  const shop = await openSettlingApp(service, admins.approver, { feeFlat: 5000 });
  const friend = await richPlayer(service, 100_000n);
  const sent = { to: shop.ownerPid, amount: 1000, clientId: shop.clientId };
  for (const count of [1, 2])
    expect([count, (await friend.client.post('/v1/fiat/sends', sent, newKey())).status]).toEqual([
      count,
      201,
    ]);
  await letPass(service, 8 * daySeconds);
  const { body: topUp } = await friend.client.post('/v1/fiat/topups', {
    amount: 20_000,
    clientId: shop.clientId,
  });
  await friend.client.post(`/checkout/${topUp.id}/pay`, new URLSearchParams({ outcome: 'paid' }));
  expect(await shop.balance()).toMatchObject({ balance: 15_000, available: 10_000 });
  await admins.approver.call('clawBackTopUp', { id: topUp.id, refunded: topUp.total, reason: 'Refunded' });
  // Otherwise a deposit that covers the refund would turn new income into old.
  expect(await shop.balance()).toMatchObject({ balance: 10_000, available: 5000 });
  await letPass(service, 8 * daySeconds);
  expect(await shop.balance()).toMatchObject({ balance: 10_000, available: 10_000 });
});

test('refuses apps that are not verified and bank accounts that are not usable', async () => {
  const shop = await openSettlingApp(service, admins.approver);
  const refusal = async () => (await shop.request(1000)).headers.get('pid-error');
  expect(await refusal()).toBe('bank_account_not_usable; status=none');
  // Step-up is judged first.
  const { confirm } = shop.owner;
  shop.owner.confirm = null;
  expect(await refusal()).toBe('step_up_required; need=assertion');
  shop.owner.confirm = confirm;
  await shop.setAccount();
  expect(await refusal()).toBe('bank_account_not_usable; status=pending');
  await approveAccount(service, admins.approver, shop.clientId);
  const usableFrom = Math.ceil(
    Date.parse((await shop.owner.call('getBankAccount', { client_id: shop.clientId })).usableFrom!) / 1000,
  );
  expect(await refusal()).toBe(`bank_account_not_usable; status=approved; usable_from=${usableFrom}`);
  // The clock of a node does not shorten the day.
  service.clock.advanceSeconds(daySeconds + 1);
  await shop.again();
  await admins.again();
  expect(await refusal()).toBe(`bank_account_not_usable; status=approved; usable_from=${usableFrom}`);
  await letPass(service, daySeconds + 1);
  expect(await refusal()).toBe('insufficient_balance; needed=3500; available=0');
  await admins.approver.call('unverifyApp', { client_id: shop.clientId });
  expect(await refusal()).toBe('app_not_verified');
  await admins.approver.call('verifyApp', { client_id: shop.clientId });
  await admins.approver.call('refuseBankAccount', { client_id: shop.clientId });
  expect(await refusal()).toBe('bank_account_not_usable; status=refused');
  await shop.setAccount({ ...bankDetails, accountNumber: '99990000' });
  expect(await refusal()).toBe('bank_account_not_usable; status=pending');
});

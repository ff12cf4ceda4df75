import { afterAll, describe, expect, test } from 'vitest';
import { allowApp } from '../../test/app-helper.ts';
import { givePasskey } from '../../test/passkey-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { signInAdministrator, withStepUp } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { fund } from '../ledger/testing/ledger-fixture.ts';
import {
  findings,
  identityOf,
  letTimePass,
  openShop,
  richPlayer,
  newKey,
} from './testing/payment-fixture.ts';

const service = await startTestService({ PID_ADMINS: 'dewi_pay@pid', PID_BALANCE_MAX: '5000000' });
const shop = await openShop(service, { feeBps: 100, feeFlat: 50 });

const told = ({ status, headers }: { status: number; headers: Headers }) => [
  status,
  headers.get('pid-error')?.split(';')[0],
];
const held = async (payer: Awaited<ReturnType<typeof richPlayer>>, fields: Record<string, unknown> = {}) => {
  const { body } = await shop.create({ capture: 'manual', ...fields });
  const answer = await payer.confirm(body.id, body.total);
  expect([answer.status, answer.body.status]).toEqual([200, 'held']);
  return answer.body as { id: string; total: number };
};
async function swept(id: string, status: string): Promise<void> {
  await expect
    .poll(async () => (await shop.ask('GET', `/payments/${id}`)).body.status, {
      timeout: 60_000,
      interval: 200,
    })
    .toBe(status);
}
const { admin } = await signInAdministrator(service, 'dewi_pay');

afterAll(async () => expect(await findings(service)).toEqual([]));

describe('held money', () => {
  test('has an age that the metrics show, and how late it is', async () => {
    const budi = await richPlayer(service);
    const { id } = await held(budi, { amount: 50_000 });
    const ages = async () => {
      // The ages are read at most every ten seconds.
      service.clock.advanceSeconds(11);
      const { text } = await service.client().get('/metrics');
      return ['oldest_hold', 'hold_overdue'].map((name) =>
        Math.round(Number(new RegExp(`^pid_payments_${name}_seconds (\\S+)$`, 'm').exec(text)![1]) / 100),
      );
    };
    expect(await ages()).toEqual([0, 0]);
    // As if the sweep had not run for an hour.
    await service.db.query('alter table payments disable trigger user');
    await service.db.query(
      "update payments set confirmed_at = confirmed_at - interval '2 hours', capture_by = clock_timestamp() - interval '1 hour' where id = $1",
      [id],
    );
    await service.db.query('alter table payments enable trigger user');
    expect(await ages()).toEqual([72, 36]);
    await service.service.runJob('sweep payments');
    expect(await ages()).toEqual([0, 0]);
  });

  test('leaves the balance with its fees, and is shown as held to player and app until the capture', async () => {
    const budi = await richPlayer(service);
    const { id, total } = await held(budi, { amount: 50_000 });
    expect(total).toBe(50_100);
    expect(await budi.balance()).toMatchObject({ balance: 949_900, held: 50_100 });
    expect((await shop.ask('GET', '/balance')).body.held).toBe(50_100);
    expect((await budi.client.get('/v1/fiat/statement?limit=1')).body.items[0]).toMatchObject({
      type: 'hold',
      amount: -50_100,
      counterparty: shop.clientId,
      note: 'A golden sword',
    });
    const before = (await shop.ask('GET', '/balance')).body.balance;
    const captured = await shop.ask('POST', `/payments/${id}/capture`, {});
    expect([captured.status, captured.body.status, captured.body.captured]).toEqual([200, 'paid', 50_000]);
    expect(captured.body.paidAt).not.toBeNull();
    expect((await shop.ask('POST', `/payments/${id}/capture`, {})).status).toBe(200);
    expect((await shop.ask('POST', `/payments/${id}/capture`, { amount: 50_000 })).status).toBe(200);
    expect(told(await shop.ask('POST', `/payments/${id}/capture`, { amount: 1 }))).toEqual([
      409,
      'payment_ended',
    ]);
    expect(told(await shop.ask('POST', `/payments/${id}/void`, {}))).toEqual([409, 'payment_ended']);
    expect(await budi.balance()).toMatchObject({ balance: 949_900, held: 0 });
    expect((await shop.ask('GET', '/balance')).body).toMatchObject({ balance: before + 50_000, held: 0 });
  });

  test('that is captured in part returns the rest and the fees that are not due', async () => {
    const [budi, seller] = [await richPlayer(service), await newPlayer(service)];
    const { id, total } = await held(budi, { amount: 200_000, to: seller.pid });
    expect(total).toBe(200_000 + 200 + 2050);
    expect(told(await shop.ask('POST', `/payments/${id}/capture`, { amount: 200_001 }))).toEqual([
      400,
      'capture_too_much',
    ]);
    const { body } = await shop.ask('POST', `/payments/${id}/capture`, { amount: 120_001 });
    expect([body.status, body.captured, body.fees, body.total]).toEqual([
      'paid',
      120_001,
      { global: 121, app: 1251, total: 1372 },
      121_373,
    ]);
    expect(await budi.balance()).toMatchObject({ balance: 1_000_000 - 121_373, held: 0 });
    expect((await budi.client.get('/v1/fiat/statement?limit=1')).body.items[0]).toMatchObject({
      type: 'hold_return',
      amount: total - 121_373,
      counterparty: seller.pid,
    });
    expect((await seller.client.get('/v1/fiat/balance')).body.balance).toBe(120_001);
  });

  test('that is voided is returned completely; only a held payment can be voided', async () => {
    const budi = await richPlayer(service);
    const { id } = await held(budi);
    expect((await shop.ask('POST', `/payments/${id}/void`, {})).body.status).toBe('void');
    expect((await shop.ask('POST', `/payments/${id}/void`, {})).status).toBe(200);
    expect(told(await shop.ask('POST', `/payments/${id}/capture`, {}))).toEqual([409, 'payment_ended']);
    expect(await budi.balance()).toMatchObject({ balance: 1_000_000, held: 0 });
    expect((await budi.confirm(id, 10_100)).body.status).toBe('void');
    expect((await budi.client.get('/v1/fiat/statement?limit=1')).body.items[0]).toMatchObject({
      type: 'hold_return',
      amount: 10_100,
    });
    const open = (await shop.create({ capture: 'manual' })).body.id;
    expect(told(await shop.ask('POST', `/payments/${open}/void`, {}))).toEqual([409, 'payment_ended']);
  });

  test('cannot be captured after its time, even before a sweep, and is returned automatically', async () => {
    const budi = await richPlayer(service);
    const [late, forgotten] = [
      await held(budi, { captureWithinSeconds: 60 }),
      await held(budi, { captureWithinSeconds: 60 }),
    ];
    await letTimePass(service, late.id, 60);
    expect(told(await shop.ask('POST', `/payments/${late.id}/capture`, {}))).toEqual([409, 'payment_ended']);
    await letTimePass(service, forgotten.id, 60);
    await swept(late.id, 'void');
    await swept(forgotten.id, 'void');
    expect(await budi.balance()).toMatchObject({ balance: 1_000_000, held: 0 });
  });

  test('counts towards the maximum balance of the payer; a capture to a full receiver is refused and the hold stays', async () => {
    const [budi, seller] = [await richPlayer(service, 4_900_000n), await richPlayer(service, 4_999_000n)];
    const { id } = await held(budi, { amount: 40_000, to: seller.pid });
    const friend = await richPlayer(service);
    const send = (amount: number) =>
      friend.client.post('/v1/fiat/sends', {
        to: budi.pid,
        amount,
        expectedTotal: amount + Math.max(100, Math.ceil(amount / 1000)),
      });
    // Balance 4,859,450 and held 40,550: 100,000 fit, one more rupiah does not.
    expect(told(await send(100_001))).toEqual([400, 'receiver_full']);
    expect((await send(100_000)).status).toBe(201);
    expect(told(await budi.client.post('/v1/fiat/topups', { amount: 20_000 }))).toEqual([
      400,
      'balance_full',
    ]);
    expect(told(await shop.ask('POST', `/payments/${id}/capture`, {}))).toEqual([400, 'receiver_full']);
    expect((await shop.ask('GET', `/payments/${id}`)).body.status).toBe('held');
    expect((await shop.ask('POST', `/payments/${id}/capture`, { amount: 1000 })).status).toBe(200);
    expect((await budi.balance()).balance).toBeLessThanOrEqual(5_000_000);
  });
});

describe('refunds', () => {
  test('are paid in parts from the escrow, once per key, at most the captured amount, with the service’s fee in the last part', async () => {
    const budi = await richPlayer(service);
    const { id } = await held(budi, { amount: 300_000 });
    expect(told(await shop.ask('POST', `/payments/${id}/refunds`, { amount: 1 }))).toEqual([
      409,
      'payment_ended',
    ]);
    await shop.ask('POST', `/payments/${id}/capture`, {});
    const refund = (amount: number, key?: string) =>
      shop.ask(
        'POST',
        `/payments/${id}/refunds`,
        { amount, reason: 'It broke' },
        key ? { 'idempotency-key': key } : {},
      );
    const answers = await Promise.all(Array.from({ length: 8 }, () => refund(100_000, 'r1')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(answers.filter(({ headers }) => headers.get('idempotent-replay') === 'true')).toHaveLength(7);
    expect(told(await refund(99_999, 'r1'))).toEqual([409, 'idempotency_key_reused']);
    expect(await budi.balance()).toMatchObject({ balance: 1_000_000 - 200_300 });
    const over = await refund(200_001);
    expect([over.status, over.headers.get('pid-error')]).toEqual([400, 'refund_too_much; left=200000']);
    expect((await refund(200_000)).body).toMatchObject({ status: 'refunded', refunded: 300_000 });
    expect(await budi.balance()).toMatchObject({ balance: 1_000_000 });
    expect(told(await refund(1))).toEqual([400, 'refund_too_much']);
    expect((await budi.client.get(`/v1/payments/${id}`)).body.refunds).toEqual([
      { id: expect.any(String), amount: 100_000, fee: 0, reason: 'It broke', createdAt: expect.any(String) },
      {
        id: expect.any(String),
        amount: 200_000,
        fee: 300,
        reason: 'It broke',
        createdAt: expect.any(String),
      },
    ]);
    expect((await budi.client.get('/v1/fiat/statement?limit=1')).body.items[0]).toMatchObject({
      type: 'refund',
      amount: 200_300,
      counterparty: shop.clientId,
      note: 'A golden sword',
    });
    expect((await shop.ask('GET', '/statement?limit=1')).body.items[0]).toMatchObject({
      type: 'refund',
      amount: -200_000,
      counterparty: budi.pid,
    });
  });

  test('are refused without enough escrow, need step-up by the owner, and can be made by an administrator in a dispute', async () => {
    const poor = await openShop(service);
    const budi = await richPlayer(service);
    const { body: payment } = await poor.create({ amount: 40_000 });
    await budi.confirm(payment.id, 40_100);
    await poor.owner.post(`/v1/apps/${poor.clientId}/payouts`, { amount: 30_000 });
    const short = await poor.ask('POST', `/payments/${payment.id}/refunds`, { amount: 10_001 });
    expect([short.status, short.headers.get('pid-error')]).toEqual([
      400,
      'insufficient_balance; needed=10001; available=10000; short=1',
    ]);
    const passkey = await givePasskey(poor.owner, { counter: 0 });
    const path = `/v1/apps/${poor.clientId}/payments/${payment.id}/refunds`;
    const body = { amount: 4000 };
    expect(told(await poor.owner.post(path, body, newKey()))).toEqual([403, 'step_up_required']);
    const headers = newKey();
    expect((await withStepUp(poor.owner, passkey, { method: 'POST', path, body, headers })).status).toBe(200);
    const listed = await admin.get(`/v1/admin/payments?clientId=${poor.clientId}`);
    expect(
      listed.body.items.map(({ id, refunded }: { id: string; refunded: number }) => [id, refunded]),
    ).toEqual([[payment.id, 4000]]);
    expect((await budi.client.get('/v1/admin/payments')).status).toBe(404);
    const dispute = await admin.post(
      `/v1/admin/payments/${payment.id}/refunds`,
      { amount: 6000, reason: 'Never arrived' },
      newKey(),
    );
    expect([dispute.status, dispute.body.refunded]).toEqual([200, 10_000]);
    expect((await poor.ask('GET', '/balance')).body.balance).toBe(0);
  });

  test('an administrator cannot refund their own purchase', async () => {
    const { body: me } = await admin.get('/v1/identity/me');
    await fund(service.db, await identityOf(service, me.pid.replace('@pid', '')), 50_000n);
    const seller = await openShop(service);
    const { body: payment } = await seller.create({ amount: 10_000 });
    expect((await admin.post(`/v1/payments/${payment.id}/confirm`, { expectedTotal: 10_100 })).status).toBe(
      200,
    );
    const refunds = `/v1/admin/payments/${payment.id}/refunds`;
    const answer = await admin.post(refunds, { amount: 10_000, reason: 'I want it back' }, newKey());
    expect(told(answer)).toEqual([403, 'own_money']);
  });
});

test('a verified app that the payer has connected waives the service’s fee, fixed at the confirmation', async () => {
  const budi = await richPlayer(service);
  const trusted = await openShop(service);
  await admin.post(`/v1/admin/apps/${trusted.clientId}/verify`, {});
  await allowApp(budi.client, trusted);
  const { body: payment } = await trusted.create({ capture: 'manual', amount: 20_000 });
  expect((await budi.client.get(`/v1/payments/${payment.id}`)).body.total).toBe(20_000);
  expect((await budi.confirm(payment.id, 20_000)).body.fees.total).toBe(0);
  await admin.post(`/v1/admin/apps/${trusted.clientId}/unverify`, {});
  const { body } = await trusted.ask('POST', `/payments/${payment.id}/capture`, { amount: 5000 });
  expect([body.fees.total, body.total]).toEqual([0, 5000]);
});

test('a payment to a new app above a tenth of the limit needs a passkey, and a repetition does not', async () => {
  const budi = await richPlayer(service, 2_000_000n);
  const passkey = await givePasskey(budi.client, { counter: 0 });
  const stall = await openShop(service);
  const { body: payment } = await stall.create({ amount: 60_000 });
  expect(told(await budi.confirm(payment.id, 60_100))).toEqual([403, 'step_up_required']);
  const path = `/v1/payments/${payment.id}/confirm`;
  const confirmed = await withStepUp(budi.client, passkey, {
    method: 'POST',
    path,
    body: { expectedTotal: 60_100 },
  });
  expect([confirmed.status, confirmed.body.status]).toEqual([200, 'paid']);
  expect((await budi.confirm(payment.id, 60_100)).status).toBe(200);
  // The app is known now, and the payment counts together with sends.
  const { body: next } = await stall.create({ amount: 400_000 });
  expect((await budi.confirm(next.id, 400_400)).status).toBe(200);
  const { body: more } = await stall.create({ amount: 100_001 });
  expect(told(await budi.confirm(more.id, 100_102))).toEqual([403, 'step_up_required']);
});

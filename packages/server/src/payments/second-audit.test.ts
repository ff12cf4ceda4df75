import { describe, expect, test } from 'vitest';
import { startTestService } from '../../test/test-service.ts';
import { newKey, openShop, richPlayer, type Shop } from './testing/payment-fixture.ts';

const service = await startTestService({ PID_BALANCE_MAX: '1000000', PID_TOPUP_MIN: '1000' });
const told = ({ status, headers }: { status: number; headers: Headers }) =>
  `${status} ${headers.get('pid-error') ?? ''}`.trim();

describe('a top-up from the page of a payment', async () => {
  const shop = await openShop(service);
  const expiresAt = async (id: string) => (await shop.ask('GET', `/payments/${id}`)).body.expiresAt as string;

  async function extendedBy(balance: bigint, fields: object = {}) {
    const budi = await richPlayer(service, balance);
    const { body } = await shop.create({ expiresInSeconds: 60, ...fields });
    const before = await expiresAt(body.id);
    const topUp = await budi.client.post('/v1/fiat/topups', { amount: 20_000, paymentId: body.id });
    expect(topUp.status).toBe(201);
    return { id: body.id as string, before, after: await expiresAt(body.id), until: topUp.body.expiresAt };
  }

  test('extends the payment if the balance is too small, and notifies the app', async () => {
    const { id, before, after, until } = await extendedBy(10_099n);
    expect(after > before).toBe(true);
    // Not longer than the top-up, and at most a day after the payment was created.
    expect(after <= until).toBe(true);
    await expect
      .poll(async () => (await shop.ask('GET', '/events')).body.items.at(-1))
      .toMatchObject({ type: 'payment.extended', data: { paymentId: id, expiresAt: after, status: 'open' } });
  });

  test('changes nothing if the balance is enough', async () => {
    const { before, after } = await extendedBy(10_100n);
    expect(after).toBe(before);
  });

  test('changes nothing if the app has ruled it out', async () => {
    const { before, after } = await extendedBy(0n, { extendForTopUp: false });
    expect(after).toBe(before);
  });

  test('extends the payment when the request is repeated, if the first attempt ended before that', async () => {
    const budi = await richPlayer(service, 10_100n);
    const { body } = await shop.create({ expiresInSeconds: 60 });
    const key = newKey();
    const send = () => budi.client.post('/v1/fiat/topups', { amount: 20_000, paymentId: body.id }, key);
    const first = await send();
    const before = await expiresAt(body.id);
    // The balance was enough at the first attempt, so it ended without an extension.
    const other = await shop.create({ amount: 1_000 });
    expect((await budi.confirm(other.body.id, 1_100)).status).toBe(200);
    expect((await send()).body.id).toBe(first.body.id);
    expect((await expiresAt(body.id)) > before).toBe(true);
  });

  test('can be allowed explicitly or by default in the same request', async () => {
    const fields = { reference: 'same', amount: 500 };
    expect((await shop.create(fields)).status).toBe(201);
    expect((await shop.create({ ...fields, extendForTopUp: true })).status).toBe(200);
    expect((await shop.create({ ...fields, extendForTopUp: false })).status).toBe(409);
  });
});

test('refuses a refund without an Idempotency-Key', async () => {
  const shop = await openShop(service);
  const budi = await richPlayer(service, 50_000n);
  const { body } = await shop.create();
  await budi.confirm(body.id, 10_100);
  const path = `/v1/apps/${shop.clientId}/payments/${body.id}/refunds`;
  const refund = (headers: Record<string, string>, client = service.client()) =>
    client.post(path, { amount: 100 }, headers);
  expect(told(await refund(shop.machine))).toBe('400 idempotency_key_required');
  expect(told(await refund({}, shop.owner))).toBe('400 idempotency_key_required');
  expect((await refund({ ...shop.machine, 'idempotency-key': 'one' })).status).toBe(200);
});

describe('a full receiver', () => {
  const payTo = async (shop: Shop, to: string) => (await shop.create({ to })).body.id as string;

  test('is checked after the payer, and not for a quote', async () => {
    const shop = await openShop(service);
    const full = await richPlayer(service, 1_000_000n);
    const poor = await richPlayer(service, 0n);
    expect(told(await poor.confirm(await payTo(shop, full.pid), 10_100))).toMatch(
      /^400 insufficient_balance/,
    );
    const send = { to: full.pid, amount: 1000 };
    expect(told(await poor.client.post('/v1/fiat/sends', send))).toMatch(/^400 insufficient_balance/);
    expect((await poor.client.post('/v1/fiat/sends/quote', send)).status).toBe(200);
  });

  test('is reported to a payer five times a day, for sends and payments together', async () => {
    const shop = await openShop(service);
    const full = await richPlayer(service, 1_000_000n);
    const budi = await richPlayer(service, 100_000n);
    const id = await payTo(shop, full.pid);
    const send = () => budi.client.post('/v1/fiat/sends', { to: full.pid, amount: 1000 });
    for (let count = 0; count < 3; count += 1) expect(told(await send())).toBe('400 receiver_full');
    for (let count = 0; count < 2; count += 1)
      expect(told(await budi.confirm(id, 10_100))).toBe('400 receiver_full');
    const sixth = await send();
    expect(told(sixth)).toBe('429 too_many_requests');
    const seconds = Number(sixth.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
    expect((await budi.confirm(id, 10_100)).status).toBe(429);
    // Payments to other receivers still work, and the count starts again the next day.
    const other = await richPlayer(service, 0n);
    expect((await budi.client.post('/v1/fiat/sends', { to: other.pid, amount: 1000 })).status).toBe(201);
    service.clock.advanceSeconds(86_400);
    await budi.client.post('/v1/auth/refresh', {});
    expect(told(await send())).toBe('400 receiver_full');
  });
});

test('a higher noticeAmount applies after 24 hours, a lower one immediately', async () => {
  const budi = await richPlayer(service, 900_000n);
  const citra = await richPlayer(service, 0n);
  const change = async (noticeAmount: number) =>
    (await budi.client.patch('/v1/limits', { noticeAmount })).body as Record<string, unknown>;
  expect(await change(1000)).toMatchObject({ noticeAmount: 1000 });
  // A value of the last day can be restored immediately.
  expect(await change(500_000)).not.toHaveProperty('pendingNoticeAmount');
  await change(1000);
  const raised = await change(900_000);
  expect(raised).toMatchObject({ noticeAmount: 1000, pendingNoticeAmount: 900_000 });
  expect(raised['pendingFrom']).toEqual(expect.any(String));
  const notices = async () => {
    await budi.client.post('/v1/fiat/sends', { to: citra.pid, amount: 2000 });
    const { items } = (await budi.client.get('/v1/notices')).body as { items: { type: string }[] };
    return items.filter(({ type }) => type === 'money.sent').length;
  };
  expect(await notices()).toBe(1);
  service.clock.advanceSeconds(86_401);
  await budi.client.post('/v1/auth/refresh', {});
  expect((await budi.client.get('/v1/limits')).body).toMatchObject({ noticeAmount: 900_000 });
  expect(await notices()).toBe(1);
});

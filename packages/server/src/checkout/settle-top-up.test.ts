import { expect, test } from 'vitest';
import { topUpRecords } from './top-up-records.store.ts';
import { newApp } from '../../test/app-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { auditLedger } from '../ledger/index.ts';
import { randomIds } from '../platform/ids.ts';
import { createLogger } from '../platform/log.ts';
import { fakeMidtrans } from './providers/testing/fake-midtrans.ts';
import { midtrans } from './providers/midtrans.ts';
import { reconciliation } from './reconcile-top-ups.ts';

const serverKey = 'SB-Mid-server-test';
const fake = await fakeMidtrans(serverKey);
const service = await startTestService({
  PID_PAYMENT_PROVIDER: 'midtrans',
  PID_MIDTRANS_SERVER_KEY: serverKey,
  PID_PAYMENT_API_URL: fake.server.url,
});
const anybody = service.client();
const reconciling = {
  db: service.db,
  clock: service.clock,
  ids: randomIds,
  log: createLogger('silent'),
  balanceMax: 10n ** 15n,
  provider: midtrans.open({ midtransServerKey: serverKey, paymentApiUrl: new URL(fake.server.url) }),
};

async function opened(fields: object = {}) {
  const player = await newPlayer(service);
  const { id, total } = (await player.client.post('/v1/fiat/topups', { amount: 100_000, ...fields })).body;
  await anybody.post(`/checkout/${id}/pay`, new URLSearchParams());
  const gross = `${total}.00`;
  return {
    ...player,
    id: String(id),
    set: (status: string, more: object = {}, order = String(id)) =>
      fake.set(order, { transaction_status: status, gross_amount: gross, ...more }),
    notify: (status: string, order = String(id)) =>
      anybody.post(
        '/v1/payments/midtrans/notifications',
        fake.notice(order, { transaction_status: status, gross_amount: gross }),
      ),
    /** Opens a second page, as after a lost response of the provider. */
    async openAgain() {
      const order = `${id}-2`;
      await service.db.query(
        "insert into topup_sessions (order_id, topup_id, session_id, url, created_at) values ($1, $2, 'token', 'https://pay.example', $3)",
        [order, id, new Date(service.clock.nowMillis() + 1000)],
      );
      return order;
    },
    state: async () => {
      const { rows } = await service.db.query<{ status: string; refunded: bigint; receivable: bigint }>(
        'select status, refunded, receivable from topups where id = $1',
        [id],
      );
      return rows[0]!;
    },
    suspended: async () =>
      (
        await service.db.query<{ reason: string; amount: bigint; returned: bigint; state: string }>(
          'select reason, amount, returned, state from ledger_suspense where reference = $1',
          [id],
        )
      ).rows,
    balance: async () => (await player.client.get('/v1/fiat/balance')).body.balance,
  };
}

test('paid on two pages: the first is credited, the second goes to suspense, and each is refunded from where it went', async () => {
  const one = await opened();
  const second = await one.openAgain();
  one.set('settlement');
  one.set('settlement', {}, second);
  await Promise.all([one.notify('settlement'), one.notify('settlement', second)]);
  await one.notify('settlement', second);
  expect([await one.balance(), await one.suspended()]).toEqual([
    100_000,
    [{ reason: 'paid_twice', amount: 100_100n, returned: 0n, state: 'open' }],
  ]);
  one.set('partial_refund', { refund_amount: '40000.00' }, second);
  await one.notify('partial_refund', second);
  expect([await one.balance(), (await one.suspended())[0]!.returned]).toEqual([100_000, 40_000n]);
  one.set('refund', {}, second);
  await one.notify('refund', second);
  expect([await one.balance(), (await one.suspended())[0]!.state]).toEqual([100_000, 'returned']);
  // The first charge is refunded although the page opened last is paid too.
  one.set('partial_refund', { refund_amount: '30000.00' });
  await one.notify('partial_refund');
  expect([await one.balance(), (await one.state()).refunded]).toEqual([70_000, 30_000n]);
  expect((await auditLedger({ ...service, topUps: topUpRecords })).findings).toEqual([]);
});

test('a top-up paid on an older page is paid even if the newer page expires', async () => {
  const one = await opened();
  const second = await one.openAgain();
  one.set('settlement');
  one.set('expire', {}, second);
  await one.notify('expire', second);
  expect([(await one.state()).status, await one.balance()]).toEqual(['paid', 100_000]);
});

test('a refund that two accounts cannot cover becomes one receivable, and neither falls below zero', async () => {
  const owner = await newPlayer(service);
  const app = await newApp(owner.client, { feeFlat: 5000 });
  const one = await opened({ clientId: app.clientId });
  one.set('settlement');
  await one.notify('settlement');
  const friend = await newPlayer(service);
  const send = { to: friend.pid, amount: 90_000, expectedTotal: 90_100 };
  expect((await one.client.post('/v1/fiat/sends', send)).status).toBe(201);
  await owner.client.post(`/v1/apps/${app.clientId}/payouts`, { amount: 3000 });
  one.set('chargeback');
  await one.notify('chargeback');
  // 9,900 and 2,000 were left of 100,000 and 5,000.
  expect(await one.state()).toEqual({ status: 'refunded', refunded: 105_100n, receivable: 93_100n });
  expect(await one.balance()).toBe(0);
  expect((await owner.client.get(`/v1/apps/${app.clientId}/balance`)).body.balance).toBe(0);
  expect((await auditLedger({ ...service, topUps: topUpRecords })).findings).toEqual([]);
});

test('finds a refund of a paid top-up without a notice, for 30 days, with few status requests', async () => {
  const [early, late] = [await opened(), await opened()];
  for (const one of [early, late]) {
    one.set('settlement');
    await one.notify('settlement');
  }
  const looks = () =>
    fake.server.requests.filter(({ path, method }) => method === 'GET' && path.includes(late.id)).length;
  const before = looks();
  const days = async (count: number) => {
    for (let day = 0; day < count; day += 1) {
      service.clock.advanceSeconds(86_400);
      await reconciliation(reconciling).run();
    }
  };
  early.set('refund');
  expect((await early.state()).status).toBe('paid');
  await days(2);
  expect((await early.state()).status).toBe('refunded');
  await days(27);
  expect((await late.state()).status).toBe('paid');
  late.set('partial_refund', { refund_amount: '10000.00' });
  await days(3);
  expect((await late.state()).refunded).toBe(10_000n);
  const asked = looks() - before;
  expect(asked).toBeGreaterThan(5);
  expect(asked).toBeLessThan(20);
  late.set('refund');
  await days(5);
  expect([(await late.state()).refunded, looks() - before]).toEqual([10_000n, asked]);
});

test('a deletion cancels open top-ups first, waits if one cannot be cancelled, and keeps a payment that arrived before', async () => {
  const [pending, unchosen, quick] = [await opened(), await opened(), await opened()];
  const remove = (one: {
    client: { delete(path: string, body: object): Promise<{ status: number; headers: Headers }> };
  }) => one.client.delete('/v1/identity/me', {});
  pending.set('pending', { status_code: '201' });
  expect((await remove(pending)).status).toBe(200);
  expect((await pending.state()).status).toBe('failed');
  // The payer has not chosen a method: the page cannot be closed by API and can still be paid.
  const waits = await remove(unchosen);
  expect([waits.status, waits.headers.get('pid-error')]).toEqual([400, 'topups_under_way']);
  quick.set('settlement');
  const full = await remove(quick);
  expect([full.status, full.headers.get('pid-error')?.split(';')[0]]).toEqual([400, 'deletion_blocked']);
  expect(await quick.balance()).toBe(100_000);
  fake.server.brokenStatus = 502;
  expect((await remove(unchosen)).status).toBe(400);
  fake.server.brokenStatus = null;
});

import { expect, test } from 'vitest';
import { startTestService } from '../../test/test-service.ts';
import { openShop, richPlayer } from './testing/payment-fixture.ts';

const service = await startTestService();

test('sums what a player paid through each app by month of the service, less refunds and without holds', async () => {
  const [big, small] = [await openShop(service), await openShop(service)];
  const player = await richPlayer(service);
  const pay = async (shop: typeof big, amount: number, more: object = {}) => {
    const { body } = await shop.create({ amount, ...more });
    expect((await player.confirm(body.id, body.total)).status).toBe(200);
    return body;
  };
  const spending = async (months: number) =>
    (await player.client.get(`/v1/payments/spending?months=${months}`)).body.months;
  const earlier = await pay(small, 1_000);
  await service.db.query(
    `update payments set confirmed_at = (confirmed_at at time zone 'Asia/Jakarta' - interval '1 month') at time zone 'Asia/Jakarta' where id = $1`,
    [earlier.id],
  );
  const large = await pay(big, 50_000);
  const refunded = await pay(small, 20_000);
  await small.ask('POST', `/payments/${refunded.id}/refunds`, { amount: 5_000 });
  await pay(big, 7_000, { capture: 'manual' });

  const [now, past, none] = await spending(3);
  expect(
    now.apps.map(({ clientId, amount }: { clientId: string; amount: number }) => [clientId, amount]),
  ).toEqual([
    [big.clientId, large.total],
    [small.clientId, refunded.total - 5_000],
  ]);
  expect(now.total).toBe(large.total + refunded.total - 5_000);
  expect(past).toMatchObject({ total: earlier.total, apps: [{ clientId: small.clientId }] });
  expect(none).toMatchObject({ total: 0, apps: [] });
  expect(await spending(1)).toEqual([now]);
});

test('a month begins at midnight in the time zone of the service', async () => {
  const shop = await openShop(service);
  const player = await richPlayer(service);
  const { body } = await shop.create();
  await player.confirm(body.id, body.total);
  const spending = async () => (await player.client.get('/v1/payments/spending?months=2')).body.months;
  const [{ month }] = await spending();
  const began = new Date(`${month}-01T00:00:00+07:00`);
  const confirmedAt = (at: Date) =>
    service.db.query('update payments set confirmed_at = $2 where id = $1', [body.id, at]);
  await confirmedAt(began);
  expect((await spending()).map(({ total }: { total: number }) => total)).toEqual([body.total, 0]);
  await confirmedAt(new Date(began.getTime() - 1));
  expect((await spending()).map(({ total }: { total: number }) => total)).toEqual([0, body.total]);
});

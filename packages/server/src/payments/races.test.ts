import { expect, test } from 'vitest';
import { runCount } from '../../../../test/support/searches.ts';
import { startTestService } from '../../test/test-service.ts';
import { findings, letTimePass, openShop, richPlayer } from './testing/payment-fixture.ts';

const service = await startTestService();
const otherNode = await startTestService({}, service);
const shop = await openShop(service);

function onOtherNode(client: { cookie(name: string): string | undefined }) {
  const twin = otherNode.client();
  twin.setCookie('pid_access', client.cookie('pid_access')!);
  return twin;
}

/** Runs `count` requests, at most `atOnce` concurrently. */
async function many<T>(count: number, atOnce: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < count; index = next++) results[index] = await work(index);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}

test('concurrent requests with the same references on two nodes create each payment once', async () => {
  const path = `/v1/apps/${shop.clientId}/payments`;
  const created = await Promise.all(
    Array.from({ length: 80 }, async (_, index) => {
      // The nodes get the references in opposite orders.
      const number = index % 2 ? index >> 1 : 39 - (index >> 1);
      const body = { reference: `same-${number % 10}`, amount: 1000, description: 'x' };
      const { status, body: payment } = await (index % 2 ? service : otherNode)
        .client()
        .post(path, body, shop.machine);
      return { status, reference: payment.reference, id: payment.id };
    }),
  );
  expect(new Set(created.map(({ reference, id }) => `${reference} ${id}`)).size).toBe(10);
  expect(created.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(created.filter(({ status }) => status === 200)).toHaveLength(70);
});

test('ten players on two nodes who repeatedly confirm one payment concurrently pay it once', async () => {
  const players = await Promise.all(Array.from({ length: 10 }, () => richPlayer(service, 100_000n)));
  const clients = players.map(({ client }, index) => (index % 2 ? onOtherNode(client) : client));
  const { body: payment } = await shop.create({ amount: 30_000 });
  const answers = await many(runCount(300, 1000), 40, async (index) => {
    const answer = await clients[index % 10]!.post(`/v1/payments/${payment.id}/confirm`, {
      expectedTotal: 30_100,
    });
    return { player: index % 10, status: answer.status };
  });
  const winners = new Set(answers.filter(({ status }) => status === 200).map(({ player }) => player));
  expect(winners.size).toBe(1);
  const [winner] = winners;
  // The payer always gets the payment, the others a conflict.
  for (const { player, status } of answers) expect(status).toBe(player === winner ? 200 : 409);
  const balances = await Promise.all(players.map(async ({ balance }) => (await balance()).balance));
  expect(balances.toSorted((left, right) => left - right)).toEqual([
    69_900,
    ...Array.from({ length: 9 }, () => 100_000),
  ]);
  expect((await shop.ask('GET', '/balance')).body.balance).toBe(30_000);
});

test('concurrent captures, voids and sweeps on two nodes have one outcome', async () => {
  const budi = await richPlayer(service, 5_000_000n);
  const path = (id: string, what: string) => `/v1/apps/${shop.clientId}/payments/${id}/${what}`;
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const { body } = await shop.create({ capture: 'manual', amount: 1000, captureWithinSeconds: 60 });
      await budi.confirm(body.id, 1100);
      const overdue = letTimePass(service, body.id, index % 2 ? 60 : 0);
      const answers = await Promise.all([
        service.client().post(path(body.id, 'capture'), {}, shop.machine),
        otherNode.client().post(path(body.id, 'capture'), { amount: 500 }, shop.machine),
        otherNode.client().post(path(body.id, 'void'), {}, shop.machine),
      ]);
      await overdue;
      const { status, captured } = (await shop.ask('GET', `/payments/${body.id}`)).body;
      return { won: answers.filter((answer) => answer.status === 200).length, status, captured };
    }),
  );
  for (const { won, status, captured } of outcomes) {
    // No request succeeds if the time passed first: a late capture returns the money, and the void then comes
    // too late.
    expect(won).toBeLessThanOrEqual(1);
    expect([`paid 1000`, `paid 500`, `void 0`]).toContain(`${status} ${captured}`);
  }
  expect((await budi.balance()).held).toBe(0);
  expect(await findings(service)).toEqual([]);
});

test('a confirmation concurrent with the expiry has one outcome on two nodes', async () => {
  const budi = await richPlayer(service, 5_000_000n);
  const twin = onOtherNode(budi.client);
  const before = (await budi.balance()).balance;
  let paid = 0;
  await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const { body } = await shop.create({ amount: 1000, capture: index % 2 ? 'manual' : 'automatic' });
      const [first, second] = await Promise.all([
        budi.confirm(body.id, 1100),
        budi.confirm(body.id, 1100, twin),
        service.db.query('update payments set expires_at = clock_timestamp() where id = $1', [body.id]),
        service.db.query("select payment_end($1, 'expired', null)", [body.id]),
      ]);
      const { status } = (await shop.ask('GET', `/payments/${body.id}`)).body;
      if (status === 'expired') expect([first.status, second.status]).toEqual([410, 410]);
      else {
        expect(['paid', 'held']).toContain(status);
        expect([first.status, second.status]).toEqual([200, 200]);
        paid += 1;
      }
      // Repeated sweeps must not end a payment a second time.
      const sweep = () =>
        service.db.query<{ ended: boolean }>("select payment_end($1, 'expired', null) as ended", [body.id]);
      expect((await sweep()).rows[0]!.ended && status !== 'expired').toBe(false);
      expect((await sweep()).rows).toEqual([{ ended: false }]);
    }),
  );
  const { balance } = await budi.balance();
  expect(balance).toBe(before - paid * 1100);
  expect(await findings(service)).toEqual([]);
});

test('concurrent payments never take more than the payer has', async () => {
  const budi = await richPlayer(service, 35_000n);
  const payments = await Promise.all(
    Array.from(
      { length: 8 },
      async (_, index) => (await shop.create({ capture: index % 2 ? 'manual' : 'automatic' })).body,
    ),
  );
  const answers = await Promise.all(payments.map(({ id }) => budi.confirm(id, 10_100)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  expect((await budi.balance()).balance).toBe(35_000 - 3 * 10_100);
  expect(await findings(service)).toEqual([]);
});

test('concurrent refunds with different keys on two nodes return at most the captured amount, and the fee once', async () => {
  const budi = await richPlayer(service, 100_000n);
  const { body: payment } = await shop.create({ amount: 30_000 });
  await budi.confirm(payment.id, 30_100);
  const before = (await shop.ask('GET', '/balance')).body.balance;
  const answers = await many(12, 12, (index) =>
    (index % 2 ? otherNode : service)
      .client()
      .post(
        `/v1/apps/${shop.clientId}/payments/${payment.id}/refunds`,
        { amount: 10_000 },
        { ...shop.machine, 'idempotency-key': `race-${index}` },
      ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 200),
    ...Array.from({ length: 9 }, () => 400),
  ]);
  expect((await budi.balance()).balance).toBe(100_000);
  expect((await shop.ask('GET', '/balance')).body.balance).toBe(before - 30_000);
  expect(await findings(service)).toEqual([]);
});

test('a node with two connections refunds six players at once whom it has not seen', async () => {
  const payments = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { body } = await shop.create({ amount: 30_000 });
      await (await richPlayer(service, 100_000n)).confirm(body.id, 30_100);
      return body.id as string;
    }),
  );
  const narrow = await startTestService({ PID_DATABASE_POOL: '2' }, service);
  const answers = await Promise.all(
    payments.map((id) =>
      narrow
        .client()
        .post(
          `/v1/apps/${shop.clientId}/payments/${id}/refunds`,
          { amount: 10_000 },
          { ...shop.machine, 'idempotency-key': `narrow-${id}` },
        ),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(payments.map(() => 200));
});

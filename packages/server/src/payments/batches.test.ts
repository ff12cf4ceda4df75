import { firstFeeRule } from '../ledger/index.ts';
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../../test/test-service.ts';
import { feeAccounts } from '../ledger/platform-accounts.ts';
import { saveTierRules } from '../ledger/tiers.store.ts';
import { endHolds, postConfirmations, type Confirmation, type HoldEnd } from './payment-postings.store.ts';
import { findings, openShop, richPlayer } from './testing/payment-fixture.ts';

const service = await startTestService();
const { db } = service;
const limits = {
  feeRule: firstFeeRule,
  balanceMax: 10n ** 12n,
  stepUpAmount: 10n ** 12n,
  dailyLimit: 10n ** 12n,
  timeZone: 'Asia/Jakarta',
};
type Player = Awaited<ReturnType<typeof richPlayer>>;
const [ani, budi] = [await richPlayer(service, 100_000n), await richPlayer(service, 15_000n)];
const shop = await openShop(service);

async function accountOf(identityId: string): Promise<bigint> {
  const { rows } = await db.query<{ id: bigint }>('select id from ledger_accounts where identity_id = $1', [
    identityId,
  ]);
  return rows[0]!.id;
}

async function confirmation(
  player: { identityId: string },
  paymentId: string,
  expectedTotal = 10_100n,
): Promise<Confirmation> {
  const payer = { identityId: player.identityId, accountId: await accountOf(player.identityId) };
  return { paymentId, postingId: randomUUID(), payer, expectedTotal, proof: 'none' };
}

/** Ends holds for an app and returns the outcomes. */
async function end(
  clientId: string,
  ends: readonly (Pick<HoldEnd, 'paymentId'> & Partial<HoldEnd>)[],
  capture: HoldEnd['capture'],
): Promise<string[]> {
  const orders = ends.map((order) => ({ clientId, capture, postingId: randomUUID(), ...order }));
  return (await endHolds(db, orders, limits)).map(({ outcome }) => outcome);
}

const create = async (fields: Record<string, unknown> = {}) => (await shop.create(fields)).body.id as string;

test('confirmations in one commit each have their own outcome', async () => {
  const [plain, held, forAni, dear, last] = [
    await create(),
    await create({ capture: 'manual' }),
    await create({ pid: ani.pid }),
    await create({ amount: 50_000 }),
    await create(),
  ];
  const players = await Promise.all(Array.from({ length: 5 }, () => richPlayer(service, 50_000n)));
  const [carla, dewi, eka, fajar, gita] = players as [Player, Player, Player, Player, Player];
  const outcomes = async (orders: Confirmation[]) =>
    (await postConfirmations(db, orders, limits)).map(({ outcome }) => outcome);
  expect(
    await outcomes([
      await confirmation(ani, plain),
      await confirmation(budi, held),
      await confirmation(carla, forAni),
      await confirmation(dewi, dear, 49_999n),
      await confirmation(eka, randomUUID()),
      await confirmation(fajar, last),
    ]),
  ).toEqual(['paid', 'held', 'not_found', 'total_changed', 'not_found', 'paid']);
  // The same player in another tab; another player; a payer without enough money.
  expect(await outcomes([await confirmation(ani, plain), await confirmation(budi, dear, 50_100n)])).toEqual([
    'ended',
    'insufficient',
  ]);
  expect(await outcomes([await confirmation(gita, plain)])).toEqual(['ended']);
  const elsewhere = await openShop(service);
  const { body: foreign } = await elsewhere.create({ capture: 'manual' });
  await ani.confirm(foreign.id, 10_100);
  expect(
    await end(
      shop.clientId,
      [{ paymentId: held, capture: 4000n }, { paymentId: plain }, { paymentId: foreign.id as string }],
      null,
    ),
  ).toEqual(['paid', 'ended', 'not_found']);
  expect(await end(shop.clientId, [{ paymentId: held, capture: 4000n }], null)).toEqual(['ended']);
  expect((await shop.ask('GET', '/balance')).body.balance).toBe(24_000);
  expect(await ani.balance()).toMatchObject({ balance: 100_000 - 2 * 10_100, held: 10_100 });
  expect(await budi.balance()).toMatchObject({ balance: 15_000 - 4100, held: 0 });
  expect(await fajar.balance()).toMatchObject({ balance: 50_000 - 10_100 });
  expect(await findings(service)).toEqual([]);
});

test('a batch that names a payment or a payer twice is refused', async () => {
  const [first, second] = [await create(), await create({ capture: 'manual' })];
  for (const orders of [
    [await confirmation(ani, first), await confirmation(budi, first)],
    [await confirmation(ani, first), await confirmation(ani, second)],
  ])
    await expect(postConfirmations(db, orders, limits)).rejects.toThrow('once');
  await ani.confirm(second, 10_100);
  await expect(end(shop.clientId, [{ paymentId: second }, { paymentId: second }], null)).rejects.toThrow(
    'once',
  );
  expect(await end(shop.clientId, [{ paymentId: second }], 'nothing')).toEqual(['void']);
});

test('payments of one player that arrive together are all confirmed', async () => {
  const player = await richPlayer(service, 100_000n);
  const ids = await Promise.all(
    Array.from({ length: 6 }, (_, index) => create(index % 2 ? { capture: 'manual' } : {})),
  );
  const answers = await Promise.all([...ids, ids[0]!].map((id) => player.confirm(id, 10_100)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 200));
  expect(await player.balance()).toMatchObject({ balance: 100_000 - 6 * 10_100, held: 3 * 10_100 });
  expect(await findings(service)).toEqual([]);
});

test('a receiver counts as known seven days after the first payment', async () => {
  const player = await richPlayer(service, 100_000n);
  const strict = { ...limits, stepUpAmount: 50_000n };
  const pay = async (amount: number) => {
    const order = await confirmation(player, await create({ amount }), BigInt(amount) + 100n);
    return (await postConfirmations(db, [order], strict))[0]!.outcome;
  };
  expect(await pay(1000)).toBe('paid');
  expect(await pay(10_000)).toBe('step_up_needed');
  await db.query("update ledger_receivers set first_at = first_at - interval '8 days' where payer_id = $1", [
    await accountOf(player.identityId),
  ]);
  expect(await pay(10_000)).toBe('paid');
});

test('a batch credits a player only up to the limit of a balance', async () => {
  const payee = await richPlayer(service, 50_000n);
  const payers = await Promise.all(Array.from({ length: 3 }, () => richPlayer(service, 50_000n)));
  const orders = await Promise.all(
    payers.map(async (payer) => confirmation(payer, await create({ to: payee.pid }))),
  );
  const tight = { ...limits, balanceMax: 70_000n };
  const posted = await postConfirmations(db, orders, tight);
  expect(posted.map(({ outcome }) => outcome)).toEqual(['paid', 'paid', 'payee_full']);
  expect(await payee.balance()).toMatchObject({ balance: 70_000 });
});

test('a batch of confirmations and one of captures credit a player only up to the month of the tier', async () => {
  const figures = { balance: 10 ** 12, incoming: 25_000 };
  await saveTierRules(db, { basic: figures, registered: figures }, limits.timeZone);
  onTestFinished(async () => void (await saveTierRules(db, null, limits.timeZone)));
  const payers = await Promise.all(Array.from({ length: 3 }, () => richPlayer(service, 50_000n)));
  const orders = async (to: string, capture: string) =>
    Promise.all(payers.map(async (payer) => confirmation(payer, await create({ to, capture }))));
  const [paid, captured] = [await richPlayer(service, 0n), await richPlayer(service, 0n)];
  const confirmed = await postConfirmations(db, await orders(paid.pid, 'automatic'), limits);
  expect(confirmed.map(({ outcome }) => outcome)).toEqual(['paid', 'paid', 'payee_full']);
  const holds = await orders(captured.pid, 'manual');
  const held = await postConfirmations(db, holds, limits);
  expect(held.map(({ outcome }) => outcome)).toEqual(['held', 'held', 'held']);
  const ends = holds.map(({ paymentId }) => ({ paymentId }));
  expect(await end(shop.clientId, ends, null)).toEqual(['paid', 'paid', 'payee_full']);
  for (const payee of [paid, captured]) expect(await payee.balance()).toMatchObject({ balance: 20_000 });
  expect(await findings(service)).toEqual([]);
});

test('a batch locks all accounts in the order of their ids: the holder of a later payer can still lock the escrow', async () => {
  const escrow = await openShop(service);
  const players = [await richPlayer(service, 50_000n), await richPlayer(service, 50_000n)];
  for (const capture of ['automatic', 'manual']) {
    const payments: string[] = [];
    for (let made = 0; made < 2; made += 1) payments.push((await escrow.create({ capture })).body.id);
    const orders = [
      await confirmation(players[0]!, payments[0]!),
      await confirmation(players[1]!, payments[1]!),
    ];
    const batches = [
      async () => (await postConfirmations(db, orders, limits)).map(({ outcome }) => outcome),
      () =>
        end(
          escrow.clientId,
          payments.map((paymentId) => ({ paymentId })),
          null,
        ),
    ];
    for (const post of capture === 'manual' ? batches : batches.slice(0, 1)) {
      const lock = 'select from ledger_accounts where id = $1 for no key update';
      let posted: ReturnType<typeof post> | undefined;
      await db.transaction(async (tx) => {
        await tx.query(lock, [orders[1]!.payer.accountId]);
        posted = post();
        await waitUntilSomebodyWaits();
        // The escrow has a higher id than its players, so a batch that waits for a player has not locked it
        // yet.
        await tx.query(`${lock} nowait`, [await escrowOf(escrow.clientId)]);
      });
      const outcomes = await posted!;
      expect(new Set(outcomes).size).toBe(1);
      expect(['paid', 'held']).toContain(outcomes[0]);
    }
  }
});

test('of two concurrent captures, or a capture and a void, one succeeds', async () => {
  const payer = await richPlayer(service, 100_000n);
  // Another hold, so that a wrong second capture would find money.
  await payer.confirm(await create({ capture: 'manual' }), 10_100);
  const holds = await holdAccountOf(shop.clientId);
  const capture = async (paymentId: string) => (await end(shop.clientId, [{ paymentId }], null))[0]!;
  const giveBack = async (paymentId: string) => (await end(shop.clientId, [{ paymentId }], 'nothing'))[0]!;
  for (const other of [capture, giveBack]) {
    const id = await create({ capture: 'manual' });
    expect((await payer.confirm(id, 10_100)).status).toBe(200);
    let racing: Promise<string[]> | undefined;
    await db.transaction(async (tx) => {
      await tx.query('select from ledger_accounts where id = $1 for update', [holds]);
      racing = Promise.all([capture(id), other(id)]);
      await waitUntilSomebodyWaits(2);
    });
    expect((await racing!).filter((outcome) => outcome === 'ended')).toHaveLength(1);
  }
  expect(await findings(service)).toEqual([]);
});

test('voids in one commit lock all accounts in the order of their ids', async () => {
  const app = await openShop(service);
  const players = [await richPlayer(service, 50_000n), await richPlayer(service, 50_000n)];
  const payments: string[] = [];
  for (const player of players) {
    const { body } = await app.create({ capture: 'manual' });
    await player.confirm(body.id, 10_100);
    payments.push(body.id);
  }
  const foreign = await create({ capture: 'manual' });
  await ani.confirm(foreign, 10_100);
  const orders = [...payments, foreign].map((paymentId) => ({ paymentId }));
  const lock = 'select from ledger_accounts where id = $1 for no key update';
  let posted: ReturnType<typeof end> | undefined;
  await db.transaction(async (tx) => {
    await tx.query(lock, [await accountOf(players[1]!.identityId)]);
    posted = end(app.clientId, orders, 'nothing');
    await waitUntilSomebodyWaits();
    // The hold account has a higher id than the players, so the batch has not locked it yet.
    await tx.query(`${lock} nowait`, [await holdAccountOf(app.clientId)]);
  });
  expect(await posted).toEqual(['void', 'void', 'not_found']);
  for (const player of players) expect(await player.balance()).toMatchObject({ balance: 50_000, held: 0 });
  expect(await findings(service)).toEqual([]);
});

test.each(['void', 'capture'] as const)(
  'a %s batch does not touch a payment that becomes held while the batch waits',
  async (verb) => {
    const app = await openShop(service);
    const [early, late] = [await richPlayer(service, 50_000n), await richPlayer(service, 50_000n)];
    const [first, second] = [
      (await app.create({ capture: 'manual' })).body.id as string,
      (await app.create({ capture: 'manual' })).body.id as string,
    ];
    await early.confirm(first, 10_100);
    const orders = [first, second].map((paymentId) => ({ paymentId }));
    let posted: Promise<string[]> | undefined;
    await db.transaction(async (tx) => {
      await postConfirmations(tx, [await confirmation(late, second)], limits);
      posted = end(app.clientId, orders, verb === 'void' ? 'nothing' : null);
      await waitUntilSomebodyWaits();
    });
    expect(await posted).toEqual([verb === 'void' ? 'void' : 'paid', 'ended']);
    expect(await late.balance()).toMatchObject({ held: 10_100 });
    expect((await app.ask('POST', `/payments/${second}/${verb}`, {})).status).toBe(200);
    expect(await findings(service)).toEqual([]);
  },
);

test('a batch of voids does not wait for the payers of payments that are not held', async () => {
  const app = await openShop(service);
  const [done, waiting] = [await richPlayer(service, 50_000n), await richPlayer(service, 50_000n)];
  const [paid, held] = [
    (await app.create()).body.id as string,
    (await app.create({ capture: 'manual' })).body.id as string,
  ];
  await done.confirm(paid, 10_100);
  await waiting.confirm(held, 10_100);
  const orders = [paid, held].map((paymentId) => ({ paymentId }));
  await db.transaction(async (tx) => {
    const account = await accountOf(done.identityId);
    await tx.query('select from ledger_accounts where id = $1 for no key update', [account]);
    expect(await end(app.clientId, orders, 'nothing')).toEqual(['ended', 'void']);
  });
});

async function holdAccountOf(clientId: string): Promise<bigint> {
  const { rows } = await db.query<{ id: bigint }>('select id from ledger_accounts where held_for = $1', [
    clientId,
  ]);
  return rows[0]!.id;
}

async function escrowOf(clientId: string): Promise<bigint> {
  const { rows } = await db.query<{ id: bigint }>('select id from ledger_accounts where client_id = $1', [
    clientId,
  ]);
  return rows[0]!.id;
}

async function waitUntilSomebodyWaits(count = 1): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await db.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).rowCount,
      { interval: 20 },
    )
    .toBeGreaterThanOrEqual(count);
}

test('all fees of an app go to one fee account, chosen by its escrow, and are refunded from it', async () => {
  for (const one of [shop, await openShop(service), await openShop(service)]) {
    const { body: first } = await one.create();
    const { body: second } = await one.create({ capture: 'manual' });
    for (const { id } of [first, second]) expect((await ani.confirm(id, 10_100)).status).toBe(200);
    await one.ask('POST', `/payments/${second.id}/capture`, {});
    await one.ask('POST', `/payments/${first.id}/refunds`, { amount: 10_000 });
    const { rows } = await db.query<{ account: bigint }>(
      `select distinct e.account_id as account from ledger_entries e join ledger_postings p on p.id = e.posting_id
       where p.reference = any($1) and e.account_id = any($2)`,
      [[first.id, second.id], feeAccounts],
    );
    expect(rows).toEqual([{ account: feeAccounts[Number((await escrowOf(one.clientId)) & 15n)] }]);
  }
});

test('captures and voids do not wait for a lock on the suspense account', async () => {
  const ids = [await create({ capture: 'manual' }), await create({ capture: 'manual' })];
  for (const id of ids) await ani.confirm(id, 10_100);
  await db.transaction(async (tx) => {
    await tx.query("select from ledger_accounts where name = 'suspense' for update");
    expect((await shop.ask('POST', `/payments/${ids[0]}/capture`, {})).body.status).toBe('paid');
    expect((await shop.ask('POST', `/payments/${ids[1]}/void`, {})).body.status).toBe('void');
  });
});

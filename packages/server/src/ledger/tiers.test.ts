import { operations } from '@pid/contract';
import { expect, test } from 'vitest';
import { givePasskey } from '../../test/passkey-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { signInConfirming } from '../../test/step-up-helper.ts';
import { testMasterKey } from '../../test/test-sealing.ts';
import { startTestService } from '../../test/test-service.ts';
import { bearing, newApp } from '../../test/app-helper.ts';
import type { Answer, HttpClient } from '../../test/http-client.ts';
import { openShop, paymentsToken, richPlayer } from '../payments/testing/payment-fixture.ts';
import { topUpRecords } from '../checkout/index.ts';
import { manualClock } from '../platform/clock.ts';
import { primaryReader } from '../platform/db/index.ts';
import { invalid } from '../platform/errors/index.ts';
import { randomIds } from '../platform/ids.ts';
import { createLogger } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { loadConfig } from '../settings.ts';
import { noApps } from './app-terms.ts';
import { auditLedger } from './audit-ledger.ts';
import { openLedger } from './open-ledger.ts';
import { fileDatabase, fund, ledgerOn } from './testing/ledger-fixture.ts';
import { saveTierRules, type Tier } from './tiers.store.ts';

const settings = {
  PID_ADMINS: 'the_keeper@pid',
  PID_TIERS: '100000,150000,500000,600000',
  PID_STEP_UP_AMOUNT: '100000000',
};
const service = await startTestService(settings);
const otherNode = await startTestService(settings, service);
const keeper = await newPlayer(service, 'the_keeper');
const passkey = await givePasskey(keeper.client, { counter: 0 });
const admin = await signInConfirming(service, passkey);

const told = ({ status, headers }: Answer) => `${status} ${headers.get('pid-error') ?? ''}`.trim();
type Rich = Awaited<ReturnType<typeof richPlayer>>;
const rich = () => richPlayer(service, 10_000_000n);
const poor = () => richPlayer(service, 0n);
const send = (from: Rich, to: { pid: string }, amount: number) =>
  from.client.post('/v1/fiat/sends', { to: to.pid, amount });
const left = async ({ client }: Rich) => (await client.get('/v1/limits')).body.incomingLeft as number;
const topUp = ({ client }: Rich, amount: number) => client.post('/v1/fiat/topups', { amount });
const pay = (id: string) =>
  service.client().post(`/checkout/${id}/pay`, new URLSearchParams({ outcome: 'paid' }));
const register = (pid: string, tier = 'registered') =>
  admin.post(`/v1/admin/identities/${pid}/tier`, { tier, reason: 'identity card seen, file 12' });

/** Sends money to a new registered player. */
async function spend(from: Rich['client'], amount: number): Promise<void> {
  const sink = await poor();
  expect((await register(sink.pid)).status).toBe(200);
  expect((await from.post('/v1/fiat/sends', { to: sink.pid, amount })).status).toBe(201);
}

/** A player to whom this much came in during this month, and who has spent almost all of it. */
async function receivedThisMonth(amount: number): Promise<Rich> {
  const player = await richPlayer(service, BigInt(amount));
  await spend(player.client, amount - 1000);
  return player;
}

test('a new player is basic and sees the maximums and what is left of the month', async () => {
  const player = await poor();
  expect((await player.client.get('/v1/limits')).body).toMatchObject({
    tier: 'basic',
    balanceMax: 100_000,
    incomingMax: 150_000,
    incomingLeft: 150_000,
  });
  await send(await rich(), player, 30_000);
  expect(await left(player)).toBe(120_000);
});

test('a send beyond the balance of the tier is refused, and one that fits is posted', async () => {
  const [payer, payee] = [await rich(), await poor()];
  expect(told(await send(payer, payee, 100_001))).toBe('400 receiver_full');
  expect((await send(payer, payee, 100_000)).status).toBe(201);
  expect(told(await send(payer, payee, 1))).toBe('400 receiver_full');
});

test('of twenty concurrent sends only those that fit the balance are posted', async () => {
  const payers = await Promise.all(Array.from({ length: 20 }, () => rich()));
  const payee = await poor();
  const sent = await Promise.all(payers.map((payer) => send(payer, payee, 30_000)));
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(3);
  expect((await payee.balance()).balance).toBe(90_000);
});

test('of concurrent sends and top-ups only those that fit the month succeed', async () => {
  const payee = await receivedThisMonth(100_000);
  const payers = await Promise.all(Array.from({ length: 6 }, () => rich()));
  const answers = await Promise.all([
    ...payers.map((payer) => send(payer, payee, 15_000)),
    ...Array.from({ length: 6 }, () => topUp(payee, 15_000)),
  ]);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(await left(payee)).toBe(5000);
});

test('a pending top-up reserves balance and month, and counts once when it is paid', async () => {
  const [payer, payee] = [await rich(), await poor()];
  const { body } = await topUp(payee, 60_000);
  expect(await left(payee)).toBe(90_000);
  expect(told(await send(payer, payee, 40_001))).toBe('400 receiver_full');
  expect(told(await topUp(payee, 50_000))).toBe('400 balance_full');
  await pay(body.id);
  expect((await payee.balance()).balance).toBe(60_000);
  expect(await left(payee)).toBe(90_000);
  const full = await receivedThisMonth(145_000);
  expect(told(await topUp(full, 10_000))).toBe('400 incoming_full');
});

test('a top-up that is paid in time is credited, even if a refund has filled the balance meanwhile', async () => {
  const shop = await openShop(service);
  const player = await richPlayer(service, 90_000n);
  const { id, total } = (await shop.create({ amount: 80_000 })).body;
  expect((await player.confirm(id, total)).status).toBe(200);
  const { body: due } = await topUp(player, 60_000);
  expect((await shop.ask('POST', `/payments/${id}/refunds`, { amount: 80_000 })).status).toBe(200);
  await pay(due.id);
  expect((await player.client.get(`/v1/fiat/topups/${due.id}`)).body.status).toBe('paid');
  expect((await player.balance()).balance).toBe(150_000);
});

test('a late top-up that no longer fits the month goes to suspense; crediting it is judged and counted', async () => {
  const late = await poor();
  const { body } = await topUp(late, 60_000);
  await service.db.query("select end_topup($1, 'expired')", [body.id]);
  await fund(service.db, late.identityId, 95_000n);
  await spend(late.client, 90_000);
  await pay(body.id);
  expect(await left(late)).toBe(55_000);
  const { items } = (await admin.get('/v1/admin/suspense?state=open')).body as {
    items: { id: string; topUpId: string; reason: string }[];
  };
  const item = items.find(({ topUpId }) => topUpId === body.id)!;
  expect(item.reason).toBe('balance_full');
  const credit = (pid: string) =>
    admin.post(`/v1/admin/suspense/${item.id}/credit`, { pid, reason: 'the same person' });
  expect(told(await credit(late.pid))).toBe('400 receiver_full');
  const other = await poor();
  expect((await credit(other.pid)).status).toBe(200);
  expect(await left(other)).toBe(150_000 - body.total);
});

test('a payment to a player is judged and counted; its refund and a void are not', async () => {
  const shop = await openShop(service);
  const [payer, payee] = [await richPlayer(service, 90_000n), await receivedThisMonth(100_000)];
  const before = await left(payer);
  const create = async (fields: object) => (await shop.create({ to: payee.pid, ...fields })).body;
  const large = await create({ amount: 50_001 });
  expect(told(await payer.confirm(large.id, large.total))).toBe('400 receiver_full');
  const paid = await create({ amount: 30_000 });
  expect((await payer.confirm(paid.id, paid.total)).body.status).toBe('paid');
  expect(await left(payee)).toBe(20_000);
  const held = await create({ amount: 25_000, capture: 'manual' });
  expect((await payer.confirm(held.id, held.total)).body.status).toBe('held');
  expect(told(await shop.ask('POST', `/payments/${held.id}/capture`, {}))).toBe('400 receiver_full');
  expect((await shop.ask('POST', `/payments/${held.id}/capture`, { amount: 15_000 })).status).toBe(200);
  expect(await left(payee)).toBe(5000);
  const returned = await create({ amount: 10_000, capture: 'manual' });
  await payer.confirm(returned.id, returned.total);
  expect((await shop.ask('POST', `/payments/${returned.id}/void`, {})).status).toBe(200);
  const own = (await shop.create({ amount: 10_000 })).body;
  await payer.confirm(own.id, own.total);
  expect((await shop.ask('POST', `/payments/${own.id}/refunds`, { amount: 10_000 })).status).toBe(200);
  expect(await left(payer)).toBe(before);
});

test('a payout is judged by the tier of the owner and counted; the escrow has no tier', async () => {
  const shop = await openShop(service);
  const payer = await rich();
  for (const amount of [90_000, 90_000]) {
    const { id, total } = (await shop.create({ amount })).body;
    expect((await payer.confirm(id, total)).status).toBe(200);
  }
  const payOut = async (amount: number) =>
    told(await shop.owner.post(`/v1/apps/${shop.clientId}/payouts`, { amount }));
  expect(await payOut(100_001)).toBe('400 balance_full');
  expect(await payOut(100_000)).toBe('201');
  await spend(shop.owner, 99_000);
  expect(await payOut(50_001)).toBe('400 incoming_full');
  expect(await payOut(50_000)).toBe('201');
});

test('an administrator registers a player with a passkey and a reason, and not the own account', async () => {
  const [payer, payee] = [await rich(), await poor()];
  expect(told(await keeper.client.post(`/v1/admin/identities/${payee.pid}/tier`, {}))).toMatch(/^4/);
  expect(told(await register('the_keeper@pid'))).toBe('403 own_identity');
  expect(told(await register('nobody_here'))).toBe('404 not_found');
  expect((await register(payee.pid)).body).toEqual({
    pid: payee.pid,
    tier: 'registered',
    balanceMax: 500_000,
    incomingMax: 600_000,
    incomingLeft: 600_000,
  });
  expect((await send(payer, payee, 400_000)).status).toBe(201);
  expect((await register(payee.pid, 'basic')).body).toMatchObject({ tier: 'basic', incomingLeft: 0 });
  expect((await payee.balance()).balance).toBe(400_000);
  expect(told(await send(payer, payee, 1))).toBe('400 receiver_full');
  const { items } = (await payee.client.get('/v1/identity/activity')).body as {
    items: { action: string; details: unknown }[];
  };
  expect(items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['tier.registered', 'tier.unregistered']),
  );
});

test('months begin in the time zone; a clock that is set back returns to no earlier month', async () => {
  const db = await fileDatabase();
  // 31 January, 23:30 in Jakarta.
  const clock = manualClock(new Date('2028-01-31T16:30:00Z'));
  const ledger = ledgerOn(db, { clock });
  const figures = { balance: 1_000_000, incoming: 100 };
  await saveTierRules(db, { basic: figures, registered: figures }, 'Asia/Jakarta');
  const [payer, payee] = [await ledger.player(1_000_000n), await ledger.player()];
  const outcome = (amount: bigint) =>
    ledger.send(payer, payee, amount).then(
      () => 'posted',
      (error: { code: string }) => error.code,
    );
  expect([await outcome(100n), await outcome(1n)]).toEqual(['posted', 'receiver_full']);
  clock.advanceSeconds(3600);
  expect([await outcome(60n), await outcome(60n)]).toEqual(['posted', 'receiver_full']);
  clock.advanceSeconds(-2 * 3600);
  expect([await outcome(60n), await outcome(40n), await outcome(1n)]).toEqual([
    'receiver_full',
    'posted',
    'receiver_full',
  ]);
});

/** The same session, step-up included, on the other node. */
function onOtherNode(client: HttpClient): HttpClient {
  const elsewhere = otherNode.client();
  const access = client.cookie('pid_access');
  if (access !== undefined) elsewhere.setCookie('pid_access', access);
  elsewhere.confirm = client.confirm;
  return elsewhere;
}

/** Late top-ups of others that went to suspense, to credit to somebody. */
async function suspended(count: number, amount: number): Promise<string[]> {
  const topUps = new Set<string>();
  for (let made = 0; made < count; made += 1) {
    const other = await poor();
    const { id } = (await topUp(other, amount)).body;
    await service.db.query("select end_topup($1, 'expired')", [id]);
    await fund(service.db, other.identityId, 99_000n);
    await pay(id);
    topUps.add(id);
  }
  const { items } = (await admin.get('/v1/admin/suspense?state=open&limit=100')).body as {
    items: { id: string; topUpId: string }[];
  };
  const found = items.filter(({ topUpId }) => topUps.has(topUpId)).map(({ id }) => id);
  expect(found).toHaveLength(count);
  return found;
}

test.each([
  { by: 'balance', received: 0, fits: 6 },
  { by: 'month', received: 100_000, fits: 3 },
])('all ways in at once, on two nodes, never exceed the $by', async ({ received, fits }) => {
  const amount = 15_000;
  const each = 3;
  const payee = received === 0 ? await poor() : await receivedThisMonth(received);
  const shop = await openShop(service);
  const payTo = async (capture: string) => {
    const { id, total } = (await shop.create({ amount, to: payee.pid, capture })).body;
    return { id: id as string, total: total as number, payer: await rich() };
  };
  const own = await newApp(payee.client);
  const token = bearing(await paymentsToken(service, own));
  const order = { reference: 'escrow', amount: each * amount, description: 'x' };
  const sold = (await service.client().post(`/v1/apps/${own.clientId}/payments`, order, token)).body;
  expect((await (await rich()).confirm(sold.id, sold.total)).status).toBe(200);
  const items = await suspended(each, amount);
  const held = await Promise.all(Array.from({ length: each }, () => payTo('manual')));
  for (const { id, total, payer } of held) expect((await payer.confirm(id, total)).status).toBe(200);
  const open = await Promise.all(Array.from({ length: each }, () => payTo('automatic')));
  const payers = await Promise.all(Array.from({ length: each }, () => rich()));
  const ways = Array.from({ length: each }, (_, index) => {
    const on = (client: HttpClient) => (index % 2 === 0 ? client : onOtherNode(client));
    const { id, total, payer } = open[index]!;
    return [
      () => on(payers[index]!.client).post('/v1/fiat/sends', { to: payee.pid, amount }),
      () => on(payer.client).post(`/v1/payments/${id}/confirm`, { expectedTotal: total }),
      () =>
        on(service.client()).post(
          `/v1/apps/${shop.clientId}/payments/${held[index]!.id}/capture`,
          {},
          shop.machine,
        ),
      () => on(payee.client).post(`/v1/apps/${own.clientId}/payouts`, { amount }),
      () =>
        on(admin).post(`/v1/admin/suspense/${items[index]}/credit`, { pid: payee.pid, reason: 'the same' }),
      () => on(payee.client).post('/v1/fiat/topups', { amount }),
    ];
  }).flat();
  const answers = await Promise.all(ways.map((way) => way()));
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(fits);
  for (const answer of answers.filter(({ status }) => status >= 300))
    expect(told(answer)).toMatch(/^400 (?:receiver_full|balance_full|incoming_full)/);
  for (const { body } of answers) if (body.checkoutUrl) await pay(body.id);
  const { rows } = await service.db.query<{ balance: bigint; received: bigint }>(
    'select balance, received from ledger_accounts where identity_id = $1',
    [payee.identityId],
  );
  const { balance, received: incoming } = rows[0]!;
  expect(incoming).toBe(BigInt(received + fits * amount));
  expect(balance).toBeLessThanOrEqual(100_000n);
  expect((await auditLedger({ ...service, topUps: topUpRecords })).findings).toEqual([]);
});

test('another identity check answers in place of the administrator, or refuses', async () => {
  const tiers = new Map<string, Tier>();
  const { routes } = await openLedger({
    ...service,
    reader: primaryReader(service.db),
    ids: randomIds,
    log: createLogger('silent'),
    metrics: createMetrics(),
    config: loadConfig({ ...settings, PID_MASTER_KEY: testMasterKey }),
    apps: noApps,
    topUps: topUpRecords,
    settles: false,
    identityCheck: {
      method: 'face',
      async judge({ pid }) {
        const tier = tiers.get(pid);
        if (!tier) throw invalid('the face differs from the card');
        return { tier, reason: 'case 7' };
      },
    },
  });
  const { handle } = routes!.find(({ summary }) => summary === operations.setTier.summary)!;
  const set = (pid: string) =>
    handle({
      params: { pid },
      body: { tier: 'basic', reason: 'the administrator wishes' },
      caller: { type: 'machine', name: 'kiosk', role: 'support' },
      request: { ip: '127.0.0.1', headers: {} },
    });
  const [known, unknown] = [await poor(), await poor()];
  tiers.set(known.pid, 'registered');
  await expect(set(unknown.pid)).rejects.toMatchObject({ code: 'validation_failed' });
  expect(await set(known.pid)).toMatchObject({ pid: known.pid, tier: 'registered' });
  const { rows } = await service.db.query(
    "select identity_id as id, details from audit_events where actor = 'machine:kiosk'",
  );
  expect(rows).toEqual([{ id: known.identityId, details: { method: 'face', reason: 'case 7' } }]);
});

test('without tiers nothing is judged or shown, and no tier can be set', async () => {
  await saveTierRules(service.db, null, 'Asia/Jakarta');
  const [payer, payee] = [await rich(), await poor()];
  expect((await send(payer, payee, 900_000)).status).toBe(201);
  expect((await payee.client.get('/v1/limits')).body).not.toHaveProperty('tier');
  expect((await admin.get(`/v1/admin/identities/${payee.pid}/tier`)).body).toEqual({ pid: payee.pid });
  expect(told(await register(payee.pid))).toBe('409 tiers_off');
  expect((await auditLedger({ ...service, topUps: topUpRecords })).findings).toEqual([]);
});

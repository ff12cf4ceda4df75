import { expect, test } from 'vitest';
import { givePasskey } from '../../test/passkey-helper.ts';
import { newPlayer } from '../../test/sign-in-helper.ts';
import { signInConfirming } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import type { Answer } from '../../test/http-client.ts';
import { openShop, richPlayer } from '../payments/testing/payment-fixture.ts';
import { topUpRecords } from '../checkout/index.ts';
import { manualClock } from '../platform/clock.ts';
import { auditLedger } from './audit-ledger.ts';
import { fileDatabase, fund, ledgerOn } from './testing/ledger-fixture.ts';
import { saveTierRules } from './tiers.store.ts';

const service = await startTestService({
  PID_ADMINS: 'the_keeper@pid',
  PID_TIERS: '100000,150000,500000,600000',
  PID_STEP_UP_AMOUNT: '100000000',
});
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

test('without tiers nothing is judged or shown, and no tier can be set', async () => {
  await saveTierRules(service.db, null, 'Asia/Jakarta');
  const [payer, payee] = [await rich(), await poor()];
  expect((await send(payer, payee, 900_000)).status).toBe(201);
  expect((await payee.client.get('/v1/limits')).body).not.toHaveProperty('tier');
  expect((await admin.get(`/v1/admin/identities/${payee.pid}/tier`)).body).toEqual({ pid: payee.pid });
  expect(told(await register(payee.pid))).toBe('409 tiers_off');
  expect((await auditLedger({ ...service, topUps: topUpRecords })).findings).toEqual([]);
});

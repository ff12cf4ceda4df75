import { beforeAll, expect, test } from 'vitest';
import {
  activate,
  activationBody,
  balanceOf,
  chainOf,
  fund as fundVault,
  newOwner,
  type WalletOwner,
} from '../../test/account-helper.ts';
import { startSolPrice } from '../../test/fake-sol-price.ts';
import { HttpClient, type Answer } from '../../test/http-client.ts';
import { moveToMorning } from '../../test/move-to-morning.ts';
import { startTestService, type TestService } from '../../test/test-service.ts';
import { topUpRecords } from '../checkout/index.ts';
import { runChecks } from '../ledger/audit-ledger.store.ts';
import { activationChecks } from '../ledger/audit-activations.ts';
import { wholeLedger } from '../ledger/audit-scope.store.ts';
import { settlementChecks } from '../ledger/audit-settlements.ts';
import { fund } from '../ledger/testing/ledger-fixture.ts';

/** Rent of the account, the fee of three signatures, and a protocol fee of a tenth of that fee. */
const cost = 1_454_640n + 15_000n + 1500n;
/** The cost at Rp2,500,000 per SOL with a margin of 10% is Rp4,045.64. */
const price = 4100;
let service: TestService;
let otherNode: TestService;
let source: { url: string; idr: number };

beforeAll(async () => {
  source = await startSolPrice(2_500_000);
  const settings = { PID_SOL_PRICE_URL: source.url };
  service = await startTestService(settings);
  moveToMorning(service);
  otherNode = await startTestService(settings, service);
});

async function payer(balance = 10_000n, of = service): Promise<WalletOwner & { identityId: string }> {
  const owner = await newOwner(of);
  const { rows } = await of.db.query<{ id: string }>(
    `select id from identities where handle || '@pid' = $1`,
    [owner.pid],
  );
  const identityId = rows[0]!.id;
  if (balance > 0n) await fund(of.db, identityId, balance);
  return { ...owner, identityId };
}

const priceFor = async ({ client }: WalletOwner) => (await client.get('/v1/account/activation-price')).body;
const balance = async ({ client }: WalletOwner) => (await client.get('/v1/fiat/balance')).body.balance;
const entries = async ({ client }: WalletOwner) =>
  (await client.get('/v1/fiat/statement')).body.items.map(
    ({ type, amount }: { type: string; amount: number }) => [type, amount],
  );
const paidBody = async (owner: WalletOwner, expectedPrice = price) => ({
  ...(await activationBody(owner)),
  payWith: 'rupiah',
  expectedPrice,
});
const pay = async (owner: WalletOwner, expectedPrice = price) =>
  owner.client.post('/v1/account/activate', await paidBody(owner, expectedPrice));
const told = ({ status, headers }: Answer) => [status, headers.get('pid-error')?.split(';')[0]];

async function expectNothingMoved(owner: WalletOwner, had = 10_000): Promise<void> {
  expect(await balance(owner)).toBe(had);
  expect((await owner.client.get('/v1/account/operations')).body.items).toEqual([]);
}

function sameSession(owner: WalletOwner, url: string): HttpClient {
  const client = new HttpClient(url);
  client.setCookie('pid_access', owner.client.cookie('pid_access')!);
  return client;
}

/** Unless the price is known, which takes a moment after the start. */
async function untilKnown(owner: WalletOwner): Promise<void> {
  await expect.poll(async () => (await priceFor(owner)).available).toBe(true);
}

test('a player without SOL pays the price from the balance and gets an activated wallet', async () => {
  const owner = await payer();
  await untilKnown(owner);
  expect(await priceFor(owner)).toEqual({ available: true, price, lamports: cost.toString() });
  expect(await pay(owner)).toMatchObject({ status: 200, body: { status: 'activated', balanceLamports: 0 } });
  expect(await balance(owner)).toBe(10_000 - price);
  expect((await entries(owner))[0]).toEqual(['activation', -price]);
  expect(await balanceOf(await chainOf(service), owner.vault)).toBe(0n);
  expect(await priceFor(owner)).toEqual({ available: false, price: null, lamports: '0' });
  // An activated account is never charged again.
  expect(await pay(owner)).toMatchObject({ status: 200, body: { status: 'activated' } });
  expect(await balance(owner)).toBe(10_000 - price);
  const activity = (await owner.client.get('/v1/identity/activity')).body.items;
  expect(activity).toContainEqual(
    expect.objectContaining({ action: 'money.activation_paid', details: { amount: price } }),
  );
  expect(activity).toContainEqual(
    expect.objectContaining({
      action: 'account.activation_submitted',
      details: expect.objectContaining({ price: String(price) }),
    }),
  );
  const download = await owner.client.call('exportIdentity');
  expect(download).toMatchObject({ money: { balance: 10_000 - price } });
});

test('a small balance of SOL in the vault stays unchanged', async () => {
  const owner = await payer();
  await untilKnown(owner);
  await fundVault(owner, 1_000_000n);
  expect(await pay(owner)).toMatchObject({ status: 200, body: { status: 'activated' } });
  expect(await balanceOf(await chainOf(service), owner.vault)).toBe(1_000_000n);
  expect(await balance(owner)).toBe(10_000 - price);
});

test('repeated requests, with and without a key, and requests of two devices pay once', async () => {
  const owner = await payer();
  await untilKnown(owner);
  const body = await paidBody(owner);
  const key = { 'idempotency-key': 'once' };
  const twin = await paidBody(owner);
  const device = sameSession(owner, otherNode.baseUrl);
  await expect.poll(async () => (await device.get('/v1/account/activation-price')).body.available).toBe(true);
  const answers = await Promise.all([
    owner.client.post('/v1/account/activate', body, key),
    owner.client.post('/v1/account/activate', body, key),
    device.post('/v1/account/activate', twin),
    device.post('/v1/account/activate', body),
  ]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
  // The other request finds the nonce taken, or the account activated when it simulates.
  const expected = ['200 ', '409 nonce_busy', '400 simulation_refused'];
  for (const answer of answers) expect(expected).toContain(told(answer).join(' '));
  expect(await owner.client.post('/v1/account/activate', body, key)).toMatchObject({
    status: 200,
    body: { status: 'activated' },
  });
  expect(await balance(owner)).toBe(10_000 - price);
  expect((await entries(owner)).filter(([type]: [string]) => type === 'activation')).toHaveLength(1);
});

test('refuses another price, and half of the fields', async () => {
  const owner = await payer();
  await untilKnown(owner);
  const other = await pay(owner, price - 100);
  expect(told(other)).toEqual([409, 'quote_changed']);
  expect(other.headers.get('pid-error')).toBe(`quote_changed; total=${price}`);
  expect(other.body.message).toBe('The price has changed: it is now Rp4.100');
  const plain = await activationBody(owner);
  for (const half of [{ payWith: 'rupiah' }, { expectedPrice: price }])
    expect(await owner.client.post('/v1/account/activate', { ...plain, ...half })).toMatchObject({
      status: 400,
      body: { message: ['payWith and expectedPrice must be given together'] },
    });
  await expectNothingMoved(owner);
});

test('refuses a player with too little money, with the amounts, and leaves the own deposit possible', async () => {
  const owner = await payer(4099n);
  await untilKnown(owner);
  const refused = await pay(owner);
  expect(told(refused)).toEqual([400, 'insufficient_balance']);
  expect(refused.headers.get('pid-error')).toBe(`insufficient_balance; needed=${price}; available=4099`);
  await expectNothingMoved(owner, 4099);
  expect(await activate(owner)).toMatchObject({ status: 200, body: { status: 'funding_required' } });
});

test('refuses above the daily limit, and counts towards it', async () => {
  const owner = await payer(20_000n);
  await untilKnown(owner);
  await owner.client.call('changeLimits', { dailyLimit: 4099 });
  expect(told(await pay(owner))).toEqual([403, 'daily_limit']);
  await expectNothingMoved(owner, 20_000);
  await service.db.query('update ledger_accounts set daily_limit = 5000 where identity_id = $1', [
    owner.identityId,
  ]);
  expect((await pay(owner)).status).toBe(200);
  const friend = await payer(0n);
  const send = await owner.client.post('/v1/fiat/sends', { to: friend.pid, amount: 1000 });
  expect(send.headers.get('pid-error')).toBe('daily_limit; left=900');
});

test('refuses suspended and frozen players', async () => {
  const suspended = await payer();
  await untilKnown(suspended);
  const body = await paidBody(suspended);
  await service.db.query(`update identities set status = 'suspended' where id = $1`, [suspended.identityId]);
  expect(told(await suspended.client.post('/v1/account/activate', body))).toEqual([
    403,
    'identity_suspended',
  ]);
  await expectNothingMoved(suspended);

  const frozen = await payer();
  const until = new Date(service.clock.nowMillis() + 3_600_000);
  await service.db.query(
    'insert into freezes (identity_id, frozen_at, unbroken_since, until) values ($1, $2, $2, $3)',
    [frozen.identityId, service.clock.now(), until],
  );
  const client = sameSession(frozen, otherNode.baseUrl);
  expect(told(await client.post('/v1/account/activate', await paidBody(frozen)))).toEqual([403, 'frozen']);
  await expectNothingMoved(frozen);
  // Activation with SOL is not frozen.
  expect((await client.post('/v1/account/activate', await activationBody(frozen))).body.status).toBe(
    'funding_required',
  );
});

test('refuses the old price when SOL has moved', async () => {
  const owner = await payer();
  await untilKnown(owner);
  source.idr = 3_000_000;
  try {
    service.clock.advanceSeconds(61);
    await expect.poll(async () => (await priceFor(owner)).price).toBe(4900);
    expect((await pay(owner)).headers.get('pid-error')).toBe('quote_changed; total=4900');
    await expectNothingMoved(owner);
    expect((await pay(owner, 4900)).status).toBe(200);
    expect(await balance(owner)).toBe(10_000 - 4900);
  } finally {
    source.idr = 2_500_000;
    service.clock.advanceSeconds(61);
    await expect.poll(async () => (await priceFor(await payer())).price).toBe(price);
  }
});

test('stops at the caps of its pool before money moves', async () => {
  const capped = await startTestService({
    PID_RELAY_PAID_GLOBAL_CAP_LAMPORTS: String(cost * 2n - 1n),
    PID_ACTIVATION_MARGIN_BPS: '0',
  });
  moveToMorning(capped);
  const [first, second] = [await payer(10_000n, capped), await payer(10_000n, capped)];
  // The development chain has a fixed price. Without the margin it is Rp3,677.85.
  expect(await priceFor(second)).toMatchObject({ available: true, price: 3700 });
  expect((await pay(first, 3700)).status).toBe(200);
  expect(await priceFor(second)).toEqual({ available: false, price: null, lamports: cost.toString() });
  expect(told(await pay(second, 3700))).toEqual([503, 'relay_global_cap']);
  await expectNothingMoved(second);
});

test('concurrent activations with room for one: one pays, the others keep their money', async () => {
  const capped = await startTestService({ PID_RELAY_PAID_GLOBAL_CAP_LAMPORTS: String(cost) });
  moveToMorning(capped);
  const owners = await Promise.all(Array.from({ length: 3 }, () => payer(10_000n, capped)));
  const answers = await Promise.all(owners.map((owner) => pay(owner)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 503, 503]);
  const left = await Promise.all(owners.map(balance));
  expect(left.toSorted()).toEqual([10_000 - price, 10_000, 10_000].toSorted());
});

test('is not for sale when it is off, or while the price of SOL is unknown', async () => {
  for (const settings of [
    { PID_ACTIVATION_FOR_RUPIAH: 'off' },
    { PID_SOL_PRICE_URL: source.url, PID_SOL_PRICE_FIELD: 'nowhere' },
  ]) {
    const closed = await startTestService(settings);
    const owner = await payer(10_000n, closed);
    expect(await priceFor(owner)).toEqual({ available: false, price: null, lamports: cost.toString() });
    expect(told(await pay(owner))).toEqual([400, 'activation_not_sold']);
    await expectNothingMoved(owner);
  }
});

/** Returns the findings of the audit after a manipulation, in a transaction that is rolled back. */
async function foundAfter(tampering: string): Promise<string[]> {
  const found: string[] = [];
  await service.db
    .transaction(async (tx) => {
      await tx.query("select set_config('pid.posting', 'on', true)");
      if (tampering !== '')
        await tx.query(
          `alter table ledger_postings disable trigger user; alter table relay_operations disable trigger user; ${tampering}`,
        );
      found.push(...(await runChecks(tx, topUpRecords)).findings.map(({ check }) => check));
      throw new Error('taken back');
    })
    .catch((error: Error) => expect(error.message).toBe('taken back'));
  return found;
}

const [held] = settlementChecks(wholeLedger).map(({ name }) => name);
const [postings] = activationChecks(wholeLedger).map(({ name }) => name);

test('the audit finds nothing in intact books', async () => {
  const owner = await payer();
  await untilKnown(owner);
  expect((await pay(owner)).status).toBe(200);
  expect(await foundAfter('')).toEqual([]);
});

test.each([
  [held, "update relay_operations set state = 'expired' where pool = 'paid'"],
  [postings, "update relay_operations set state = 'expired' where pool = 'paid'"],
  [postings, `update relay_operations set details = details || '{"price": "1"}' where pool = 'paid'`],
  [postings, "update relay_operations set pool = 'activation' where pool = 'paid'"],
  [postings, "update ledger_postings set reference = gen_random_uuid() where type = 'activation'"],
  [
    postings,
    "update relay_operations set identity_id = (select id from identities where id <> identity_id limit 1) where pool = 'paid'",
  ],
  [
    postings,
    `select ledger_write(clock_timestamp(), gen_random_uuid(), 'activation_return', null, payer_id, null, amount, 0, 0, 0, null, reference,
       array[payer_id, 9000000000000000008], array[amount, -amount]) from ledger_postings where type = 'activation' limit 1`,
  ],
])('the audit finds: %s: %s', async (name, tampering) => {
  expect(await foundAfter(tampering)).toContain(name);
});

test('the database returns no price of an operation that may still land, and takes none for the operation of another', async () => {
  const [owner, other] = [await payer(), await payer()];
  await untilKnown(owner);
  expect((await pay(owner)).status).toBe(200);
  const { rows } = await service.db.query<{ id: string }>(
    `select id from relay_operations where identity_id = $1`,
    [owner.identityId],
  );
  const operation = rows[0]!.id;
  await expect(
    service.db.query('select ledger_return_activation(now(), gen_random_uuid(), $1)', [operation]),
  ).rejects.toThrow(/may still land/);
  await expect(
    service.db.query(
      `select ledger_take_activation(now(), gen_random_uuid(), id, $1, 1, 1, 'UTC') from ledger_accounts where identity_id = $2`,
      [operation, other.identityId],
    ),
  ).rejects.toThrow(/paid by its player/);
});

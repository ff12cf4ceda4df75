import pg from 'pg';
import { asServiceRole } from '../test/test-database.ts';
import { expect, test } from 'vitest';
import { bearing, newApp, type TestApp } from '../test/app-helper.ts';
import { newPlayer } from '../test/sign-in-helper.ts';
import { startTestService } from '../test/test-service.ts';
import { paymentsToken } from './payments/testing/payment-fixture.ts';
import { serviceUrl, sqlState } from './platform/db/index.ts';

const service = await startTestService();
const { client } = await newPlayer(service);
const { id } = (await client.post('/v1/fiat/topups', { amount: 50_000 })).body;
await client.post(`/checkout/${id}/pay`, new URLSearchParams({ outcome: 'paid' }));

const insufficientPrivilege = '42501';
const restrictViolation = '23001';
const clearing = 9000000000000000002n;

const asService = (...statements: string[]) => asServiceRole(service, ...statements);

/** The current accounts, for direct SQL statements. */
async function books() {
  const other = await newPlayer(service);
  await other.client.get('/v1/limits');
  const { rows } = await service.db.query<{ account: bigint; other: bigint }>(
    `select t.account_id as account, (select a.id from ledger_accounts a join identities i on i.id = a.identity_id where i.handle = $2) as other
     from topups t where t.id = $1`,
    [id, other.handle],
  );
  return rows[0]!;
}

const feeAccount = 9000000000000000001n;
const refusals = (message: string) => `${restrictViolation} ${message}`;

/** Like `asService`, with the message of a refusal. */
async function saidTo(statement: string): Promise<string> {
  const session = new pg.Client({ connectionString: serviceUrl(service.connectionString) });
  await session.connect();
  try {
    await session.query(statement);
    return 'accepted';
  } catch (error) {
    return `${sqlState(error)} ${(error as Error).message}`;
  } finally {
    await session.end();
  }
}

const topUpByHand = (identity: string, account: bigint | string, more = 'null, null') =>
  `insert into topups (id, identity_id, account_id, client_id, app_account_id, amount, global_fee, app_fee, provider_fee, fee_rule, provider, created_at, expires_at)
   values ('7c1d8e2f-3a4b-4d5c-8e6f-9a0b1c2d3e4f', ${identity}, ${account}, ${more}, 1000, 0, 0, 0, 1, 'sandbox', now(), now())`;

function confirmation(topUp: string, payment: string, paid: number, columns = ''): string {
  return `insert into topup_confirmations (topup_id, provider, payment_id, paid, answer, confirmed_at${columns && ', precedes_confirmations'})
    values ('${topUp}', 'sandbox', '${payment}', ${paid}, '{}', now()${columns && ', true'})`;
}

test('by direct SQL the role creates no top-up for the account of another player or of the platform', async () => {
  const { account, other } = await books();
  const identity = `(select identity_id from ledger_accounts where id = ${account})`;
  const said = refusals('a top-up names the account of its player and the escrow of its app');
  expect(await saidTo(topUpByHand(identity, other))).toBe(said);
  expect(await saidTo(topUpByHand(identity, feeAccount))).toBe(said);
  expect(await saidTo(topUpByHand(identity, account, `'no such app', ${feeAccount}`))).toBe(said);
});

test('by direct SQL the role credits no top-up that no provider has confirmed', async () => {
  const { account } = await books();
  const identity = `(select identity_id from ledger_accounts where id = ${account})`;
  const made = '7c1d8e2f-3a4b-4d5c-8e6f-9a0b1c2d3e4f';
  const credit = `select ledger_credit_topup(now(), gen_random_uuid(), gen_random_uuid(), '${made}', 'forged', null, 1000, 9000000000000000)`;
  expect(await asService(topUpByHand(identity, account))).toBe('accepted');
  expect(await saidTo(credit)).toBe(refusals('the provider has not confirmed this payment'));
  expect(await asService(confirmation(made, 'forged', 1000, 'marked'))).toBe(insufficientPrivilege);
  expect(await asService('update topup_confirmations set paid = 1000')).toBe(insufficientPrivilege);
  expect(await asService('delete from topup_confirmations')).toBe(insufficientPrivilege);
  expect(await asService(confirmation(made, 'forged', 999), credit)).toBe(restrictViolation);
  const { rows } = await service.db.query<{ notice: null; answer: string }>(
    "select notice, answer from topup_confirmations where topup_id = $1 and payment_id like 'sandbox-%'",
    [id],
  );
  expect(rows).toEqual([{ notice: null, answer: expect.stringContaining(`"orderId":"${id}`) }]);
  // Recent confirmations are kept, whatever date is passed.
  await asService("select topup_confirmations_forget('2100-01-01', 1000)");
  const { rows: kept } = await service.db.query('select from topup_confirmations where answer is null');
  expect(kept).toEqual([]);
});

test('by direct SQL the role creates no payment that names an account of the platform or of another app', async () => {
  const { account } = await books();
  const { client: owner } = await newPlayer(service);
  const [shop, rival] = [await newApp(owner), await newApp(owner)];
  const answer = async (app: TestApp) => {
    const token = await paymentsToken(service, app);
    const fields = { reference: 'a', amount: 1000, description: 'A sword' };
    return service.client().post(`/v1/apps/${app.clientId}/payments`, fields, bearing(token));
  };
  await Promise.all([shop, rival].map(answer));
  const own = (kind: string, app: TestApp) =>
    `(select id from ledger_accounts where kind = '${kind}' and coalesce(client_id, held_for) = '${app.clientId}')`;
  const payment = (escrow: unknown, hold: unknown, payee: unknown, payeeIdentity: unknown = null) =>
    `insert into payments (id, client_id, reference, request_hash, amount, description, app_account_id, hold_account_id, payee_account_id, payee_identity_id, capture, capture_within_seconds, expires_at)
     values (gen_random_uuid(), '${shop.clientId}', gen_random_uuid(), '', 1000, 'x', ${escrow}, ${hold}, ${payee}, ${payeeIdentity}, 'automatic', 60, now() + interval '1 hour')`;
  const [escrow, hold] = [own('app', shop), own('hold', shop)];
  const said = refusals('a payment names the accounts of its app and of its payee');
  for (const forged of [
    payment(feeAccount, hold, feeAccount),
    payment(escrow, feeAccount, escrow),
    payment(escrow, own('hold', rival), escrow),
    payment(own('app', rival), hold, own('app', rival)),
    payment(escrow, hold, feeAccount),
    payment(escrow, hold, account),
    payment(escrow, hold, account, "(select id from identities where handle = 'nobody')"),
  ])
    expect([forged, await saidTo(forged)]).toEqual([forged, said]);
  expect(await saidTo(payment(escrow, hold, escrow))).toBe('accepted');
});

test('by direct SQL the role credits nothing without a top-up, and no top-up twice or with another amount', async () => {
  const { account, other } = await books();
  const topup = id as string;
  const write = `select ledger_write(now(), gen_random_uuid(), 'topup', null, ${other}, null, 5, 0, 0, 0, null, null, array[${clearing}, ${other}], array[-5, 5]::bigint[])`;
  expect(await asService(write)).toBe(insufficientPrivilege);
  const credit = (payment: string, paid: number) =>
    `select ledger_credit_topup(now(), gen_random_uuid(), gen_random_uuid(), '${topup}', '${payment}', null, ${paid}, 9000000000000000)`;
  expect(await asService(credit('', 1))).toBe(restrictViolation);
  expect(await asService(credit('made up', 0))).toBe(restrictViolation);
  expect(
    await asService(
      `select ledger_credit_topup(now(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'p', null, 5, 9000000000000000)`,
    ),
  ).toBe(restrictViolation);
  // A second payment is credited to no player: it stays in suspense until an administrator has checked it.
  expect(await asService(credit('made up', 900_000))).toBe(restrictViolation);
  expect(await asService(confirmation(topup, 'made up', 900_000), credit('made up', 900_000))).toBe(
    'accepted',
  );
  expect((await client.get('/v1/fiat/balance')).body).toMatchObject({ balance: 50_000 });
  expect(
    await asService(`update topups set status = 'pending', payment_id = null where id = '${topup}'`),
  ).toBe(insufficientPrivilege);
  expect(await asService(`update topups set amount = amount * 2 where id = '${topup}'`)).toBe(
    insufficientPrivilege,
  );
  expect(
    await asService(
      `select ledger_post_payout(now(), gen_random_uuid(), ${account}, ${other}, 5, 9000000000000000)`,
    ),
  ).toBe(restrictViolation);
  expect(
    await asService(
      `select ledger_post_deposit(now(), gen_random_uuid(), ${account}, ${other}, 5, 2, 1000000, 1000000, 'Asia/Jakarta')`,
    ),
  ).toBe(restrictViolation);
  expect(await asService(`update ledger_accounts set deposited = 0 where id = ${account}`)).toBe(
    insufficientPrivilege,
  );
  expect(
    await asService(`select ledger_claw_back(now(), gen_random_uuid(), '${topup}', 'never booked', 5)`),
  ).toBe(restrictViolation);
  expect(await asService(`select end_topup('${topup}', 'paid')`)).toBe(restrictViolation);
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sqlState } from '../platform/db/index.ts';
import { payOutApp } from './pay-out-app.ts';
import { feeAccounts, platformAccounts } from './platform-accounts.ts';
import { balanceOf, fileDatabase, insertApp, ledgerOn, signed, testApps } from './testing/ledger-fixture.ts';

const db = await fileDatabase();
const apps = testApps();
const ledger = ledgerOn(db, { apps: apps.directory });
const owner = await ledger.player();
const payer = await ledger.player(1_000_000n);
apps.set({ clientId: 'game', ownerIdentityId: owner.identityId, feeFlat: 50_000 });
await insertApp(db, 'game', owner.identityId);
await ledger.send(payer, owner, 1000n, { clientId: 'game' });
const escrow = await ledger.deps.book.ofApp('game');
const stateOf = (query: Promise<unknown>) => query.then(() => 'accepted', sqlState);
/** Runs SQL with the setting that marks a posting function; only the owner of the tables can do that. */
const byHand = (sql: string, values: unknown[]) =>
  stateOf(
    db.transaction(async (tx) => {
      await tx.query("select set_config('pid.posting', 'on', true)");
      await tx.query(sql, values);
    }),
  );

async function suspended(amount: bigint): Promise<string> {
  const [id, posting] = [randomUUID(), randomUUID()];
  const { paymentClearing, suspense } = platformAccounts;
  await db.query(
    "select ledger_write(now(), $1, 'suspense', null, null, null, $2, 0, 0, 0, null, null, array[$3, $4]::bigint[], array[-$2::bigint, $2]::bigint[])",
    [posting, amount, paymentClearing, suspense],
  );
  await byHand(
    "insert into ledger_suspense (id, source, provider, payment_id, account_id, amount, reason, since, posting_id) values ($1, 'topup', 'sandbox', $2, $3, $4, 'paid_twice', now(), $5)",
    [id, `payment-${posting}`, owner.account, amount, posting],
  );
  return id;
}
const credit = async (item: string, account: bigint) =>
  (
    await db.query<{ outcome: string }>(
      "select outcome from ledger_credit_suspense(now(), gen_random_uuid(), $1, $2, 'tester', 'why', 1000000000)",
      [item, account],
    )
  ).rows[0]!.outcome;

test("an app's escrow can be paid out only to its owner, with step-up", async () => {
  const pay = (to: bigint) =>
    stateOf(
      db.query('select ledger_post_payout(now(), gen_random_uuid(), $1, $2, 5, 1000000000)', [escrow, to]),
    );
  expect(await pay(payer.account)).toBe('23001');
  expect(await pay(feeAccounts[0]!)).toBe('23001');
  expect(await pay(owner.account)).toBe('accepted');
  const input = { ...owner, origin: null, clientId: 'game', amount: 7n };
  const bare = {
    steppedUp: false,
    refused: false,
    require: () => Promise.reject(new Error('step-up required')),
  };
  await expect(payOutApp(ledger.deps, input, null, bare)).rejects.toThrow('step-up required');
  const key = { key: 'paid', requestHash: Buffer.from('7') };
  const paid = await payOutApp(ledger.deps, input, key, signed);
  // A replay needs no step-up.
  expect(await payOutApp(ledger.deps, input, key, bare)).toEqual({ ...paid, replayed: true });
});

test('only the owner of an app can deposit to its escrow, and only a posting function changes what is left of it', async () => {
  const deposit = (from: bigint, to: bigint | null, amount: number | null = 5) =>
    stateOf(
      db.query(
        "select ledger_post_deposit(now(), gen_random_uuid(), $1, $2, $3, 0, 1000000, 1000000, 'Asia/Jakarta')",
        [from, to, amount],
      ),
    );
  expect(await deposit(payer.account, escrow)).toBe('23001');
  expect(await deposit(escrow, owner.account)).toBe('23001');
  expect(await deposit(owner.account, payer.account)).toBe('23001');
  expect(await deposit(owner.account, feeAccounts[0]!)).toBe('23001');
  expect(await deposit(owner.account, null)).toBe('23001');
  expect(await deposit(owner.account, escrow, 0)).toBe('23001');
  expect(await deposit(owner.account, escrow, -5)).toBe('23001');
  expect(await deposit(owner.account, escrow, null)).toBe('23001');
  expect(await deposit(owner.account, escrow)).toBe('accepted');
  const set = 'update ledger_accounts set deposited = $2 where id = $1';
  expect(await stateOf(db.query(set, [escrow, 4]))).toBe('23001');
  // Even a posting function cannot count more than the escrow holds, or anything for a player.
  expect(await byHand(set, [escrow, 10n ** 12n])).toBe('23514');
  expect(await byHand(set, [escrow, -1])).toBe('23514');
  expect(await byHand(set, [owner.account, 1])).toBe('23514');
});

test('refuses a payout above the maximum balance of the owner', async () => {
  const small = { ...ledger.deps, balanceMax: 1n };
  const input = { ...owner, origin: null, clientId: 'game', amount: 7n };
  await expect(payOutApp(small, input, null, signed)).rejects.toMatchObject({ code: 'balance_full' });
});

test('the database keeps closed accounts empty and suspense at zero or above, even for a posting function', async () => {
  const gone = await ledger.player();
  await ledger.close(gone);
  const write = (from: bigint, to: bigint) =>
    stateOf(
      db.query(
        "select ledger_write(now(), gen_random_uuid(), 'suspense', null, null, null, 5, 0, 0, 0, null, null, array[$1, $2]::bigint[], array[-5, 5]::bigint[])",
        [from, to],
      ),
    );
  expect(await write(platformAccounts.paymentClearing, gone.account)).toBe('23514');
  expect(await balanceOf(db, platformAccounts.suspense)).toBe(0n);
  expect(await write(platformAccounts.suspense, payer.account)).toBe('23514');
});

test('an item of suspense is credited once, only to an open identity account, and not while a refund is requested', async () => {
  const gone = await ledger.player();
  await ledger.close(gone);
  const item = await suspended(400n);
  expect(await credit(item, gone.account)).toBe('payee_closed');
  expect(await credit(item, escrow)).toBe('payee_closed');
  await db.query('select ledger_ask_refund(now(), $1, true)', [item]);
  expect(await credit(item, payer.account)).toBe('refund_asked');
  await db.query('select ledger_ask_refund(now(), $1, false)', [item]);
  const before = await balanceOf(db, payer.account);
  expect(await credit(item, payer.account)).toBe('credited');
  expect(await credit(item, payer.account)).toBe('resolved');
  expect(await balanceOf(db, payer.account)).toBe(before + 400n);
  const { rows } = await db.query<{ asked: boolean }>('select ledger_ask_refund(now(), $1, true) as asked', [
    item,
  ]);
  expect(rows[0]!.asked).toBe(false);
});

test('an accepted refund is not released by a later refused refund request', async () => {
  const item = await suspended(400n);
  await db.query('select ledger_ask_refund(now(), $1, true)', [item]);
  await db.query('select ledger_refund_accepted(now(), $1)', [item]);
  await db.query('select ledger_ask_refund(now(), $1, true)', [item]);
  await db.query('select ledger_ask_refund(now(), $1, false)', [item]);
  expect(await credit(item, payer.account)).toBe('refund_asked');
});

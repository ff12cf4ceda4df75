import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { feeBalance } from './accounts.store.ts';
import { feeTotalsByDay } from './fee-totals.store.ts';
import { feeAccountOf, feeAccounts } from './platform-accounts.ts';
import { balanceOf, fileDatabase, ledgerOn } from './testing/ledger-fixture.ts';

const db = await fileDatabase();

test('the service and the database map an id to the same one of sixteen accounts, and all of them are used', async () => {
  const ids = Array.from({ length: 500 }, () => randomUUID());
  const { rows } = await db.query<{ account: bigint; known: boolean }>(
    'select ledger_fee_account(id) as account, is_fee_account(ledger_fee_account(id)) as known from unnest($1::uuid[]) with ordinality ids(id, i) order by i',
    [ids],
  );
  expect(rows).toEqual(ids.map((id) => ({ account: feeAccountOf(id), known: true })));
  expect(new Set(rows.map(({ account }) => account))).toEqual(new Set(feeAccounts));
  expect(feeAccounts).toHaveLength(16);
});

test('a lock on one fee account does not block postings through another; income is the sum of all', async () => {
  const ledger = ledgerOn(db);
  const alice = await ledger.player(1_000_000n);
  const bob = await ledger.player();
  const order = (digit: string) => ({
    id: `${randomUUID().slice(0, -1)}${digit}`,
    payer: alice.account,
    payee: bob.account,
    app: null,
    amount: 1000n,
    globalFee: 100n,
    appFee: 0n,
    key: null,
    note: null,
    proof: 'none' as const,
  });
  await db.transaction(async (tx) => {
    await tx.query('select from ledger_accounts where id = $1 for update', [feeAccounts[3]]);
    expect(await ledger.deps.lane.post(order('4'))).toMatchObject({ outcome: 'posted' });
  });
  expect(await ledger.deps.lane.post(order('3'))).toMatchObject({ outcome: 'posted' });
  expect([await balanceOf(db, feeAccounts[3]!), await balanceOf(db, feeAccounts[4]!)]).toEqual([100n, 100n]);
  expect(await feeBalance(db)).toBe(200n);
  const day = await feeTotalsByDay(
    db,
    new Date(systemClock.nowMillis() - 3_600_000),
    new Date(systemClock.nowMillis() + 3_600_000),
  );
  expect(day.reduce((sum, { income }) => sum + income, 0n)).toBe(200n);
});

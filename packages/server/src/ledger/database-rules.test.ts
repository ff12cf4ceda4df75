import { expect, test } from 'vitest';
import { isDatabaseUnavailable, sqlState, type Queryable } from '../platform/db/index.ts';
import { openSendLane } from './send-lane.ts';
import { balanceOf, fileDatabase, ledgerOn } from './testing/ledger-fixture.ts';

const db = await fileDatabase();
const ledger = ledgerOn(db);
const refusal = (sql: string, values: unknown[] = []) =>
  db.query(sql, values).then(() => 'accepted', sqlState);

const alice = await ledger.player(100_000n);
const bob = await ledger.player();
const { id } = await ledger.send(alice, bob, 1000n);

test('the database refuses to change, delete or truncate entries, postings and accounts', async () => {
  for (const statement of [
    'update ledger_entries set amount = amount',
    'delete from ledger_entries',
    'truncate ledger_entries',
    'update ledger_postings set note = null',
    'delete from ledger_postings',
    'truncate ledger_postings',
    'delete from ledger_accounts',
    'truncate ledger_accounts',
    'update ledger_fee_rules set bps = 0',
  ]) {
    expect([statement, await refusal(statement)]).toEqual([statement, '23001']);
  }
});

test('the database refuses money that no posting function wrote', async () => {
  expect(
    await refusal('update ledger_accounts set balance = balance + 1 where id = $1', [alice.account]),
  ).toBe('23001');
  expect(
    await refusal(
      "insert into ledger_accounts (id, kind, name, balance, created_at) values (1000000, 'platform', 'mine', 5, now())",
    ),
  ).toBe('23001');
  expect(await refusal('insert into ledger_entries values ($1, 99, $2, 5, 5)', [alice.account, id])).toBe(
    '23001',
  );
  expect(
    await refusal(
      "insert into ledger_postings (id, type, amount, created_at) values (gen_random_uuid(), 'send', 5, now())",
    ),
  ).toBe('23001');
});

/** Runs SQL with the setting that marks a posting function. */
async function asFunction(sql: string, values: unknown[] = []): Promise<string | undefined> {
  return db
    .transaction(async (tx) => {
      await tx.query("select set_config('pid.posting', 'on', true)");
      await tx.query(sql, values);
    })
    .then(() => 'accepted', sqlState);
}

test('even a posting function cannot write entries that do not sum to zero, or an unexplained or negative balance', async () => {
  expect(await asFunction('insert into ledger_entries values ($1, 99, $2, 5, 5)', [alice.account, id])).toBe(
    '23000',
  );
  expect(
    await asFunction('update ledger_accounts set balance = balance + 1 where id = $1', [alice.account]),
  ).toBe('23000');
  expect(
    await asFunction('update ledger_accounts set balance = -1, version = version + 1 where id = $1', [
      bob.account,
    ]),
  ).toBe('23514');
  expect(
    await asFunction(
      "select ledger_write(now(), gen_random_uuid(), 'payout', $1, $2, null, 5, 0, 0, 0, null, null, array[$1, $2]::bigint[], array[-5, 4]::bigint[])",
      [alice.account, bob.account],
    ),
  ).toBe('23000');
  expect(await balanceOf(db, alice.account)).toBe(98_900n);
});

test('an account that does not exist fails only the send that names it', async () => {
  const { lane } = ledger.deps;
  const order = {
    app: null,
    amount: 10n,
    globalFee: 100n,
    appFee: 0n,
    key: null,
    note: null,
    proof: 'none' as const,
  };
  const uuid = () => ledger.deps.ids.uuid();
  const outcomes = await Promise.all([
    lane.post({ ...order, id: uuid(), payer: alice.account, payee: 7_777_777n }),
    lane.post({ ...order, id: uuid(), payer: 7_777_777n, payee: bob.account }),
    lane.post({ ...order, id: uuid(), payer: alice.account, payee: bob.account }),
  ]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['payee_closed', 'payer_closed', 'posted']);
});

test('a batch with an unknown commit result is posted again without double posting', async () => {
  const { postSends } = await import('./post-sends.store.ts');
  const orders = [1n, 2n, 3n].map((amount) => ({
    id: ledger.deps.ids.uuid(),
    payer: alice.account,
    payee: bob.account,
    app: null,
    amount,
    globalFee: 100n,
    appFee: 0n,
    key: null,
    note: null,
    proof: 'none' as const,
  }));
  const limits = { stepUpAmount: 10n ** 15n, dailyLimit: 10n ** 15n, timeZone: 'Asia/Jakarta' };
  const { clock, feeRule } = ledger.deps;
  const options = { now: clock.now(), feeRule, balanceMax: 10n ** 15n, limits };
  await postSends(db, orders.slice(0, 2), { ...options, again: false });
  const before = await balanceOf(db, alice.account);
  const again = await postSends(db, orders, { ...options, again: true });
  expect(again.map(({ outcome }) => outcome)).toEqual(['replayed', 'replayed', 'posted']);
  expect(again.map(({ subject }) => subject)).toEqual(orders.map(({ id }) => id));
  expect(await balanceOf(db, alice.account)).toBe(before - 103n);
});

test('an order that cannot be posted does not fail the others', async () => {
  const { lane } = ledger.deps;
  const good = {
    payer: alice.account,
    payee: bob.account,
    app: null,
    amount: 10n,
    globalFee: 100n,
    appFee: 0n,
    key: null,
    note: null,
    proof: 'none' as const,
  };
  const results = await Promise.allSettled([
    lane.post({ ...good, id: ledger.deps.ids.uuid() }),
    lane.post({ ...good, id: ledger.deps.ids.uuid(), note: 'x'.repeat(141) }),
    lane.post({ ...good, id: ledger.deps.ids.uuid() }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a locked account fails only the send that needs it, and nothing is posted twice', async () => {
  const { clock, ids, feeRule, balanceMax, limits } = ledger.deps;
  const [payer, locked] = [await ledger.player(100_000n), await ledger.player(100_000n)];
  const sizes: number[] = [];
  // The service waits five seconds for a lock.
  const impatient: Queryable = {
    query: (query, values) =>
      db.transaction(async (tx) => {
        await tx.query("set local lock_timeout = '100ms'");
        return tx.query(query, values);
      }),
  };
  const lane = openSendLane({
    db: impatient,
    clock,
    ids,
    feeRule,
    balanceMax,
    limits,
    onBatch: (size) => sizes.push(size),
  });
  const good = {
    payee: bob.account,
    app: null,
    amount: 10n,
    globalFee: 100n,
    appFee: 0n,
    key: null,
    note: null,
    proof: 'none' as const,
  };
  const results = await db.transaction(async (tx) => {
    await tx.query('select from ledger_accounts where id = $1 for update', [locked.account]);
    return Promise.allSettled(
      [payer, locked, payer, payer, payer].map(({ account }) =>
        lane.post({ ...good, id: ids.uuid(), payer: account }),
      ),
    );
  });
  expect(sizes).toEqual([5]);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  // The error mapper answers it with 503.
  expect(isDatabaseUnavailable((results[1] as PromiseRejectedResult).reason)).toBe(true);
  expect(await balanceOf(db, payer.account)).toBe(100_000n - 4n * 110n);
  expect(await balanceOf(db, locked.account)).toBe(100_000n);
});

import { expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { writeAdultFrom, writeFamily, type FamilyRules } from '../ledger/index.ts';
import { balanceOf, fileDatabase, ledgerOn, type Player } from '../ledger/testing/ledger-fixture.ts';

const db = await fileDatabase();
const node = ledgerOn(db);
const free: FamilyRules = {
  monthlySpend: null,
  perPurchase: null,
  sends: 'all',
  maxRating: null,
  unratedApps: true,
};

const setAdultFrom = (player: Player, day: string) =>
  db.transaction((tx) => writeAdultFrom(tx, player.account, day));
const setFamily = (child: Player, parents: readonly Player[], rules: Partial<FamilyRules> = {}) =>
  db.transaction((tx) =>
    writeFamily(
      tx,
      child.account,
      parents.map(({ account }) => account),
      { ...free, ...rules },
    ),
  );

async function newChild(parents: readonly Player[], rules: Partial<FamilyRules> = {}, balance = 1_000_000n) {
  const child = await node.player(balance);
  await setAdultFrom(child, '2040-02-01');
  await setFamily(child, parents, rules);
  return child;
}

const spentOf = async ({ account }: Player) =>
  (await db.query<{ spent: bigint | null }>('select spent from ledger_accounts where id = $1', [account]))
    .rows[0]!.spent;

test('a child sends to everyone, to the family, or only to a parent, as the rules say', async () => {
  const [parent, stranger] = [await node.player(), await node.player()];
  const sibling = await newChild([parent]);
  const child = await newChild([parent], { sends: 'family' });
  await expect(node.send(child, stranger, 1000n)).rejects.toMatchObject({ code: 'parent_forbids' });
  await node.send(child, sibling, 1000n);
  await setFamily(child, [parent], { sends: 'none' });
  await expect(node.send(child, sibling, 1000n)).rejects.toMatchObject({ code: 'parent_forbids' });
  await node.send(child, parent, 1000n);
  await setFamily(child, [parent], { sends: 'all' });
  await node.send(child, stranger, 1000n);
  // A sibling who has become an adult is no longer family.
  await setFamily(child, [parent], { sends: 'family' });
  await setAdultFrom(sibling, '2020-01-01');
  await expect(node.send(child, sibling, 1000n)).rejects.toMatchObject({ code: 'parent_forbids' });
});

test('who is family is judged after everything that depends on the child', async () => {
  const [parent, stranger] = [await node.player(), await node.player()];
  const sibling = await newChild([parent]);
  const child = await newChild([parent], { sends: 'family' }, 500n);
  for (const receiver of [sibling, stranger])
    await expect(node.send(child, receiver, 1000n)).rejects.toMatchObject({ code: 'insufficient_balance' });
});

test('concurrent sends, in batches and from two nodes, never exceed the month', async () => {
  const [parent, receiver] = [await node.player(), await node.player()];
  const child = await newChild([parent], { monthlySpend: 10_000n });
  const other = ledgerOn(db);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? node : other).send(child, receiver, 1900n)),
  );
  // Each send costs 2,000 with the fee.
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(await spentOf(child)).toBe(10_000n);
  expect(await balanceOf(db, child.account)).toBe(990_000n);
});

test('a send to a parent is neither judged nor counted', async () => {
  const parent = await node.player();
  const child = await newChild([parent], { monthlySpend: 0n, sends: 'none' });
  await node.send(child, parent, 5000n);
  expect(await spentOf(child)).toBeNull();
});

test('the month begins in the time zone of the service, and a clock that is set back does not return to it', async () => {
  let now = new Date('2030-01-31T16:59:59Z');
  const clock = { ...systemClock, now: () => now, nowMillis: () => now.getTime() };
  const late = ledgerOn(db, { clock });
  const [parent, receiver] = [await node.player(), await late.player()];
  const child = await newChild([parent], { monthlySpend: 2000n });
  await late.send(child, receiver, 1900n);
  await expect(late.send(child, receiver, 1000n)).rejects.toMatchObject({ code: 'parent_forbids' });
  // Midnight in Jakarta.
  now = new Date('2030-01-31T17:00:00Z');
  await late.send(child, receiver, 1900n);
  now = new Date('2030-01-15T00:00:00Z');
  await expect(late.send(child, receiver, 1000n)).rejects.toMatchObject({ code: 'parent_forbids' });
});

test('a minor becomes an adult on the first day of adult_from, without any change to the account', async () => {
  let now = new Date('2031-06-30T16:59:59Z');
  const clock = { ...systemClock, now: () => now, nowMillis: () => now.getTime() };
  const late = ledgerOn(db, { clock });
  const [parent, receiver] = [await node.player(), await late.player()];
  const child = await late.player(100_000n);
  await setAdultFrom(child, '2031-07-01');
  await setFamily(child, [parent], { sends: 'none' });
  await expect(late.send(child, receiver, 1000n)).rejects.toMatchObject({ code: 'parent_forbids' });
  now = new Date('2031-06-30T17:00:00Z');
  await late.send(child, receiver, 1000n);
});

test('a minor without a parent is judged while the gate is on, an unknown age only if it is required', async () => {
  const [minor, unknown, adult, receiver] = [
    await node.player(10_000n),
    await node.player(10_000n),
    await node.player(10_000n),
    await node.player(),
  ];
  await setAdultFrom(minor, '2040-02-01');
  await setAdultFrom(adult, '-infinity');
  const send = (from: Player) => node.send(from, receiver, 1000n);
  await send(minor);
  await db.query('insert into ledger_age_gate (is_required) values (false)');
  await expect(send(minor)).rejects.toMatchObject({ code: 'parent_needed' });
  await Promise.all([send(unknown), send(adult)]);
  await db.query('update ledger_age_gate set is_required = true');
  await expect(send(unknown)).rejects.toMatchObject({ code: 'age_needed' });
  await send(adult);
  await db.query('delete from ledger_age_gate');
  await Promise.all([send(unknown), send(minor)]);
});

test('judges an approved rating by the rules and by the age of the child', async () => {
  const parent = await node.player();
  const child = await newChild([parent], { unratedApps: false });
  const admits = async (rating: number | null, day: string) =>
    (
      await db.query<{ admits: boolean }>(
        'select ledger_family_admits(a, $2::smallint, $3::date) as admits from ledger_accounts a where id = $1',
        [child.account, rating, day],
      )
    ).rows[0]!.admits;
  // Adult in February 2040: 13 in February 2035.
  expect(await admits(13, '2035-01-31')).toBe(false);
  expect(await admits(13, '2035-02-01')).toBe(true);
  expect(await admits(null, '2035-02-01')).toBe(false);
  await setFamily(child, [parent], { maxRating: 7 });
  expect([
    await admits(7, '2035-02-01'),
    await admits(13, '2035-02-01'),
    await admits(null, '2035-02-01'),
  ]).toEqual([true, false, true]);
});

test('the role of the service cannot write the month counter', async () => {
  const parent = await node.player();
  const child = await newChild([parent]);
  await expect(
    db.query("update ledger_accounts set spent = 0, spent_month = '2026-01-01' where id = $1", [
      child.account,
    ]),
  ).rejects.toThrow();
});

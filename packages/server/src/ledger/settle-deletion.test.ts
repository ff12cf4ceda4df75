import { expect, test } from 'vitest';
import { eraseIdentity } from '../identity/index.ts';
import type { Tx } from '../platform/db/index.ts';
import type { ServiceError } from '../platform/errors/index.ts';
import { balanceOf, fileDatabase, ledgerOn, type Player } from './testing/ledger-fixture.ts';
import { platformAccounts } from './platform-accounts.ts';
import { balanceGuard, forfeitBalance } from './settle-deletion.ts';

const db = await fileDatabase();
const ledger = ledgerOn(db);
const statusDeps = {
  db,
  clock: ledger.deps.clock,
  erasers: [
    (tx: Tx, { id }: { id: string }, now: Date) =>
      forfeitBalance(ledger.deps, tx, { identityId: id, clientIds: [] }, now),
  ],
};
const remove = ({ pid }: Player) =>
  eraseIdentity(statusDeps, { pid, actor: pid, origin: null }).then(
    () => 'deleted',
    (error: ServiceError) => error.code,
  );

test('more than Rp100 must be settled before a deletion', async () => {
  const alice = await ledger.player(101n);
  expect(await balanceGuard(db, alice.identityId)).toEqual({
    reason: 'balance',
    balance: 101n,
    forfeited: 100n,
  });
  expect(await remove(alice)).toBe('settle_balance_first');
  expect(await balanceOf(db, alice.account)).toBe(101n);
});

test('up to Rp100 is forfeited, and nothing is received afterwards', async () => {
  const bob = await ledger.player(100n);
  const sender = await ledger.player(1_000_000n);
  const before = await balanceOf(db, platformAccounts.forfeited);
  expect(await balanceGuard(db, bob.identityId)).toBeNull();
  expect(await remove(bob)).toBe('deleted');
  expect([await balanceOf(db, bob.account), await balanceOf(db, platformAccounts.forfeited)]).toEqual([
    0n,
    before + 100n,
  ]);
  await expect(ledger.send(sender, bob, 1000n).catch((error: ServiceError) => error.code)).resolves.toBe(
    'receiver_not_found',
  );
  await expect(
    ledgerOn(db)
      .send(sender, bob, 1000n)
      .catch((error: ServiceError) => error.code),
  ).resolves.toBe('receiver_not_found');
});

test('a send concurrent with a deletion is either received and stops the deletion, or refused', async () => {
  const sender = await ledger.player(100_000_000n);
  for (let round = 0; round < 10; round += 1) {
    const carol = await ledger.player();
    const [sent, removed] = await Promise.all([
      ledger.send(sender, carol, 1000n).then(
        () => 'sent',
        (error: ServiceError) => error.code,
      ),
      remove(carol),
    ]);
    expect([
      ['sent', 'settle_balance_first'],
      ['receiver_not_found', 'deleted'],
    ]).toContainEqual([sent, removed]);
    expect(await balanceOf(db, carol.account)).toBe(sent === 'sent' ? 1000n : 0n);
  }
});

test('the account of a deleted identity is closed', async () => {
  const dora = await ledger.player();
  expect(await remove(dora)).toBe('deleted');
  const { rows } = await db.query<{ closed_at: Date | null }>(
    'select closed_at from ledger_accounts where id = $1',
    [dora.account],
  );
  expect(rows[0]!.closed_at).not.toBeNull();
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { auditLedger } from '../ledger/audit-ledger.ts';
import { fileDatabase, ledgerOn, type Player } from '../ledger/testing/ledger-fixture.ts';
import { systemClock } from '../platform/clock.ts';
import type { Queryable } from '../platform/db/index.ts';
import { topUpRecords } from './top-up-records.store.ts';
import { insertTopUp } from './topups.store.ts';

const db = await fileDatabase();
const player = await ledgerOn(db).player();

async function newTopUp({ identityId, account }: Player): Promise<string> {
  const now = systemClock.now();
  const id = randomUUID();
  await db.transaction((tx) =>
    insertTopUp(tx, {
      id,
      identityId,
      accountId: account,
      clientId: null,
      appAccountId: null,
      amount: 1000n,
      globalFee: 100n,
      appFee: 0n,
      providerFee: 0n,
      feeRule: 1,
      returnTo: null,
      provider: 'midtrans',
      createdAt: now,
      expiresAt: now,
    }),
  );
  return id;
}

async function credit(on: Queryable, topUp: string, payment: string, paid = 1100): Promise<string> {
  const { rows } = await on.query<{ outcome: string }>(
    'select outcome from ledger_credit_topup(now(), gen_random_uuid(), gen_random_uuid(), $1, $2, null, $3, 9000000000000000)',
    [topUp, payment, paid],
  );
  return rows[0]!.outcome;
}

/** Leaves out the check of the suspense audit log, which only the use case writes. */
const findings = async () =>
  (await auditLedger({ db, clock: systemClock, topUps: topUpRecords })).findings.filter(
    ({ check }) => !check.startsWith('suspense holds'),
  );

test('the ledger audit reports a credit without a confirmation', async () => {
  const topUp = await newTopUp(player);
  await db.query(
    "insert into topup_confirmations (topup_id, provider, payment_id, paid, answer, confirmed_at) values ($1, 'midtrans', 'fourth', 1100, '{}', now())",
    [topUp],
  );
  expect(await credit(db, topUp, 'fourth')).toBe('credited');
  expect(await findings()).toEqual([]);
  await db.query('alter table topup_confirmations disable trigger user');
  await db.query('delete from topup_confirmations where topup_id = $1', [topUp]);
  expect(await findings()).toEqual([
    {
      check: 'every payment of a top-up that was booked has the confirmation of its provider',
      row: expect.stringMatching(new RegExp(`^posting .* of top-up ${topUp}$`)),
    },
  ]);
});

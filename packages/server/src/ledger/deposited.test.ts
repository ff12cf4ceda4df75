import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs, searchLimits } from '../../../../test/support/searches.ts';
import { topUpRecords } from '../checkout/index.ts';
import { systemClock } from '../platform/clock.ts';
import { auditLedger } from './audit-ledger.ts';
import { depositToApp } from './deposit-to-app.ts';
import { payOutApp } from './pay-out-app.ts';
import { fileDatabase, insertApp, ledgerOn, signed, testApps } from './testing/ledger-fixture.ts';

const db = await fileDatabase();
const apps = testApps();
const ledger = ledgerOn(db, { apps: apps.directory });
const payer = await ledger.player(10n ** 12n);
const friend = await ledger.player();
let created = 0;

/** Eight days pass before every settlement, so that all income is old enough. */
let weeks = 0;
const now = () => new Date(systemClock.nowMillis() + weeks * 8 * 86_400_000);

async function settle(clientId: string, amount: bigint): Promise<string | null> {
  weeks += 1;
  await db.query(
    `insert into bank_accounts (client_id, bank_code, account_number, master_key, last4, holder_name, status, version, set_at, decided_at, decided_by, usable_from)
     values ($1, 'BCA', 'sealed', 'key', '7890', 'PT Kelinci', 'approved', '00000000-0000-4000-8000-000000000001', 'epoch', 'epoch', 'boss@pid', 'epoch')
     on conflict (client_id) do nothing`,
    [clientId],
  );
  await db.query('update apps set verified = true where client_id = $1', [clientId]);
  const id = randomUUID();
  const { rows } = await db.query<{ outcome: string }>(
    "select outcome from settlement_request($1, $2, $3, $4, $5, 0, '00000000-0000-4000-8000-000000000001', 'sealed', 'key')",
    [now(), id, clientId, await ledger.deps.book.ofApp(clientId), amount],
  );
  if (rows[0]!.outcome === 'insufficient') return null;
  expect(rows).toEqual([{ outcome: 'requested' }]);
  await db.query("select settlements_send($1, $2, 1, 'sender@pid', null, null)", [now(), [id]]);
  return id;
}

async function end(id: string, to: 'paid' | 'failed'): Promise<void> {
  const { rows } = await db.query(
    "select outcome from settlement_end($1, $2, gen_random_uuid(), $3, 'decider@pid', 'BCA', null)",
    [now(), id, to],
  );
  expect(rows).toEqual([{ outcome: 'done' }]);
}

const move = fc.record({
  kind: fc.constantFrom('deposit', 'payout', 'income', 'settle', 'return', 'pay'),
  amount: fc.bigInt({ min: 1n, max: 100n }),
});

test(
  'any order of deposits, payouts, income and settlements leaves what the audit computes',
  searchLimits,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 15 }), async (moves) => {
        const owner = await ledger.player(1_000_000n);
        const clientId = `deposits-${(created += 1)}`;
        const input = { identityId: owner.identityId, clientId };
        await insertApp(db, clientId, owner.identityId);
        let [balance, deposited] = [0n, 0n];
        const open: { id: string; amount: bigint }[] = [];
        for (const { kind, amount } of moves) {
          // Income is a fee of the app.
          apps.set({ clientId, ownerIdentityId: owner.identityId, feeFlat: Number(amount) });
          if (kind === 'income') {
            await ledger.send(payer, friend, 1n, { clientId });
            balance += amount;
          } else if (kind === 'deposit') {
            await depositToApp(ledger.deps, { ...input, amount }, null, signed);
            balance += amount;
            deposited += amount;
          } else if (kind === 'settle') {
            const id = await settle(clientId, amount);
            const isPossible = balance - deposited >= amount;
            expect(id !== null).toBe(isPossible);
            if (id === null) continue;
            open.push({ id, amount });
            balance -= amount;
          } else if (kind === 'return' || kind === 'pay') {
            const settlement = open.shift();
            if (!settlement) continue;
            await end(settlement.id, kind === 'pay' ? 'paid' : 'failed');
            if (kind === 'return') balance += settlement.amount;
          } else if (balance >= amount) {
            await payOutApp(ledger.deps, { ...input, amount }, null, signed);
            balance -= amount;
            deposited = deposited > amount ? deposited - amount : 0n;
          }
        }
        const { rows } = await db.query('select balance, deposited from ledger_accounts where id = $1', [
          await ledger.deps.book.ofApp(clientId),
        ]);
        expect(rows).toEqual([{ balance, deposited }]);
      }),
      runs(20, 300),
    );
    expect((await auditLedger({ db, clock: systemClock, topUps: topUpRecords })).findings).toEqual([]);
  },
);

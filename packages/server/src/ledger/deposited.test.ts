import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ageRows, ledgerTimes } from '../../test/age-rows.ts';
import { runs, searchLimits } from '../../../../test/support/searches.ts';
import { topUpRecords } from '../checkout/index.ts';
import { systemClock } from '../platform/clock.ts';
import { getAvailable } from './accounts.store.ts';
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

const daySeconds = 86_400;

/** Eight days pass before every settlement, so that all income is old enough. */
async function settle(clientId: string, amount: bigint): Promise<string | null> {
  await ageRows(db, 8 * daySeconds, ledgerTimes);
  await db.query(
    `insert into bank_accounts (client_id, bank_code, account_number, master_key, last4, holder_name, status, version, set_at, decided_at, decided_by, usable_from)
     values ($1, 'BCA', 'sealed', 'key', '7890', 'PT Kelinci', 'approved', '00000000-0000-4000-8000-000000000001', 'epoch', 'epoch', 'boss@pid', 'epoch')
     on conflict (client_id) do nothing`,
    [clientId],
  );
  await db.query('update apps set verified = true where client_id = $1', [clientId]);
  const id = randomUUID();
  const { rows } = await db.query<{ outcome: string }>(
    "select outcome from settlement_request(now(), $1, $2, $3, $4, 0, '00000000-0000-4000-8000-000000000001', 'sealed', 'key')",
    [id, clientId, await ledger.deps.book.ofApp(clientId), amount],
  );
  if (rows[0]!.outcome === 'insufficient') return null;
  expect(rows).toEqual([{ outcome: 'requested' }]);
  await db.query("select settlements_send(now(), $1, 1, 'sender@pid', null, null)", [[id]]);
  return id;
}

async function end(id: string, to: 'paid' | 'failed'): Promise<void> {
  const { rows } = await db.query(
    "select outcome from settlement_end(now(), $1, gen_random_uuid(), $2, 'decider@pid', 'BCA', null)",
    [id, to],
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
        const input = { ...owner, origin: null, clientId };
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

/** The definition: every entry of seven days, and every payout, deposit and own fee. */
async function availableByEntries(clientId: string, owner: bigint): Promise<bigint> {
  const { rows } = await db.query<{ available: bigint }>(
    `select greatest(least(
         a.balance - a.deposited - coalesce(sum(e.amount) filter (where e.amount > 0 and p.type not in ('deposit', 'settlement_return') and p.created_at > now() - interval '7 days'), 0),
         a.balance + coalesce(sum(p.amount) filter (where p.type = 'payout'), 0) - coalesce(sum(p.amount) filter (where p.type = 'deposit'), 0)
           - coalesce(sum(p.app_fee) filter (where p.type = 'send' and p.payer_id = $2), 0)), 0)::bigint as available
     from ledger_accounts a left join ledger_entries e on e.account_id = a.id left join ledger_postings p on p.id = e.posting_id
     where a.client_id = $1 group by a.id`,
    [clientId, owner],
  );
  return rows[0]?.available ?? 0n;
}

const dayMove = fc.record({
  kind: fc.constantFrom('deposit', 'payout', 'income', 'own fee', 'settle', 'return', 'pay'),
  amount: fc.bigInt({ min: 1n, max: 100n }),
  days: fc.constantFrom(0, 0, 1, 3, 7, 8),
});

test('what can be settled is what its definition counts, on every day', searchLimits, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(dayMove, { minLength: 1, maxLength: 12 }), async (moves) => {
      const owner = await ledger.player(1_000_000n);
      const clientId = `days-${(created += 1)}`;
      const input = { ...owner, origin: null, clientId };
      await insertApp(db, clientId, owner.identityId);
      const open: string[] = [];
      for (const { kind, amount, days } of moves) {
        if (days > 0) await ageRows(db, days * daySeconds, ledgerTimes);
        apps.set({ clientId, ownerIdentityId: owner.identityId, feeFlat: Number(amount) });
        if (kind === 'income' || kind === 'own fee')
          await ledger.send(kind === 'income' ? payer : owner, friend, 1n, { clientId });
        else if (kind === 'deposit') await depositToApp(ledger.deps, { ...input, amount }, null, signed);
        else if (kind === 'settle') {
          const id = await settle(clientId, amount);
          if (id !== null) open.push(id);
        } else if (kind === 'payout')
          // Refused if the escrow holds less.
          await payOutApp(ledger.deps, { ...input, amount }, null, signed).catch(() => {});
        else if (open.length > 0) await end(open.shift()!, kind === 'pay' ? 'paid' : 'failed');
        expect(await getAvailable(db, clientId)).toBe(await availableByEntries(clientId, owner.account));
      }
    }),
    // Every case moves the rows of all cases before it.
    runs(20, 100),
  );
});

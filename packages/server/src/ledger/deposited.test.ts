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

const move = fc.record({
  kind: fc.constantFrom('deposit', 'payout', 'income'),
  amount: fc.bigInt({ min: 1n, max: 100n }),
});

test('any order of deposits, payouts and income leaves what the audit computes', searchLimits, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 15 }), async (moves) => {
      const owner = await ledger.player(1_000_000n);
      const clientId = `deposits-${(created += 1)}`;
      const input = { identityId: owner.identityId, clientId };
      await insertApp(db, clientId, owner.identityId);
      let [balance, deposited] = [0n, 0n];
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
});

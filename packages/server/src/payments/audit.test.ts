import { expect, test } from 'vitest';
import { startTestService } from '../../test/test-service.ts';
import { runChecks } from '../ledger/audit-ledger.store.ts';
import { paymentChecks } from '../ledger/audit-payments.ts';
import { wholeLedger } from '../ledger/audit-scope.store.ts';
import { topUpRecords } from '../checkout/index.ts';
import { openShop, richPlayer } from './testing/payment-fixture.ts';

const service = await startTestService();
const shop = await openShop(service);
const budi = await richPlayer(service);
const ids: Record<string, string> = {};
for (const capture of ['manual', 'automatic']) {
  const { body } = await shop.create({ capture });
  await budi.confirm(body.id, 10_100);
  ids[capture] = body.id;
}
await shop.ask('POST', `/payments/${ids['automatic']}/refunds`, { amount: 4000 });

/** Returns the findings of the audit after a manipulation, in a transaction that is rolled back. */
async function foundAfter(tampering: string): Promise<string[]> {
  const found: string[] = [];
  await service.db
    .transaction(async (tx) => {
      await tx.query("select set_config('pid.posting', 'on', true)");
      for (const constraint of ['payments_captured', 'payments_refunded', 'payments_confirmed'])
        await tx.query(`alter table payments drop constraint ${constraint}`);
      if (tampering !== '') await tx.query(tampering);
      found.push(...(await runChecks(tx, topUpRecords)).findings.map(({ check }) => check));
      throw new Error('taken back');
    })
    .catch((error: Error) => expect(error.message).toBe('taken back'));
  return found;
}

const [holds, amounts, fees, accounts] = paymentChecks(wholeLedger).map(({ name }) => name);
const escrows =
  'the escrow of every app equals its fees, payments and deposits minus payouts, settlements, refunds, clawbacks and suspense';

/** The entries still balance; only the purpose of the accounts shows the error. */
const movingFrom = (kind: 'app' | 'hold') =>
  `select ledger_write(clock_timestamp(), gen_random_uuid(), 'forfeit', a.id, b.id, null, 500, 0, 0, 0, null, null, array[a.id, b.id], array[-500, 500])
   from ledger_accounts a, ledger_accounts b where a.kind = '${kind}' and a.balance >= 500 and b.kind = 'identity' and b.balance > 0`;

test('finds nothing in intact books', async () => {
  expect(await foundAfter('')).toEqual([]);
});

test.each([
  [holds, "update payments set status = 'paid', captured = amount where status = 'held'"],
  [holds, "update payments set confirmed_total = confirmed_total + 1 where status = 'held'"],
  [holds, 'update ledger_accounts set held = held + 1 where held > 0'],
  [holds, movingFrom('hold')],
  [escrows, movingFrom('app')],
  [
    escrows,
    "alter table ledger_accounts disable trigger user; update ledger_accounts set balance = balance + 1 where kind = 'app'",
  ],
  [
    escrows,
    "alter table ledger_postings disable trigger user; update ledger_postings set amount = amount - 1 where type = 'payment_refund'",
  ],
  [amounts, "update payments set captured = amount + 1 where status = 'paid'"],
  [amounts, "update payments set refunded = captured + 1 where status = 'paid'"],
  [amounts, "update payments set refunded = refunded - 1 where status = 'paid'"],
  [amounts, "update payments set status = 'void' where status = 'paid'"],
  [amounts, "update payments set payer_account_id = null where status = 'paid'"],
  [fees, "update payments set global_fee = 99 where status = 'paid'"],
  [fees, "update payments set app_fee = 1 where status = 'held'"],
  [fees, "update payments set is_waived = true where status = 'paid'"],
  ...(['app_account_id', 'hold_account_id', 'payee_account_id'] as const).map(
    (column): [string | undefined, string] => [
      accounts,
      `alter table payments disable trigger user; update payments set ${column} = 9000000000000000001 where status = 'paid'`,
    ],
  ),
])('%s: %s', async (name, tampering) => {
  expect(await foundAfter(tampering)).toContain(name);
});

import { expect, test } from 'vitest';
import { asSuperuser } from '../../test/test-database.ts';
import { startTestService } from '../../test/test-service.ts';
import { paymentChecks } from '../ledger/audit-payments.ts';
import { wholeLedger } from '../ledger/audit-scope.store.ts';
import { settlementChecks } from '../ledger/audit-settlements.ts';
import { listSeals } from '../ledger/seals.store.ts';
import { sealAllAt } from '../ledger/testing/sealed-months.ts';
import { findingsAfter } from '../ledger/testing/tamperings.ts';
import { openShop, richPlayer } from '../payments/testing/payment-fixture.ts';
import {
  administrators,
  daySeconds,
  letPass,
  settlingApps,
  signInAdministrators,
} from './testing/settlement-fixture.ts';

const service = await startTestService({ PID_ADMINS: administrators, PID_SETTLEMENTS: 'manual' });
const superuser = asSuperuser(service);
const admins = await signInAdministrators(service);
const [app] = await settlingApps(service, admins, [100_000]);
const { body: settlement } = await app!.request(20_000);
const shop = await openShop(service);
const budi = await richPlayer(service);
const paid = async (capture: 'automatic' | 'manual') => {
  const { body } = await shop.create({ capture });
  expect((await budi.confirm(body.id, 10_100)).status).toBe(200);
  return body.id as string;
};
const ids = {
  refunded: await paid('automatic'),
  untouched: await paid('automatic'),
  captured: await paid('manual'),
  voided: await paid('manual'),
};
const gone = await richPlayer(service, 5000n);
await shop.ask('POST', `/payments/${ids.refunded}/refunds`, { amount: 4000 });

/** Payments whose ids, like their postings, are from the past. */
async function makeOld(): Promise<void> {
  await letPass(service, 70 * daySeconds);
  await superuser.query("set session_replication_role = 'replica'");
  const older = (column: string) => `('0180' || substr(${column}::text, 5))::uuid`;
  await superuser.query(
    `update ledger_postings set reference = ${older('reference')} where reference in (select id from payments)`,
  );
  await superuser.query(`update payment_refunds set payment_id = ${older('payment_id')}`);
  await superuser.query(`update payments set id = ${older('id')}`);
  await superuser.query("set session_replication_role = 'origin'");
  for (const [name, id] of Object.entries(ids)) Object.assign(ids, { [name]: `0180${id.slice(4)}` });
}

const findings = (sql = 'select', full = false) => findingsAfter(superuser, sql, { full });
const expectIntact = async () => expect([await findings(), await findings('select', true)]).toEqual([[], []]);

await makeOld();
await paid('automatic');
const months = await sealAllAt(service.db, new Date().toISOString());

test('a month is sealed while payments, holds and settlements of it are open', async () => {
  expect(months.length).toBeGreaterThan(0);
  expect((await listSeals(service.db))[0]!.postings).toBeGreaterThan(8n);
  await expectIntact();
});

test('money of a sealed month is refunded, captured, voided, settled and left behind later', async () => {
  const done = [
    await shop.ask('POST', `/payments/${ids.refunded}/refunds`, { amount: 1000 }),
    await shop.ask('POST', `/payments/${ids.captured}/capture`, { amount: 6000 }),
    await shop.ask('POST', `/payments/${ids.voided}/void`),
    await admins.sender.post(`/v1/admin/settlements/${settlement.id}/sent`, { reference: 'BCA 1' }),
    await admins.decider.post(`/v1/admin/settlements/${settlement.id}/paid`, { reference: 'BCA 2' }),
    await admins.approver.post(`/v1/admin/identities/${gone.pid}/delete`, { reason: 'asked in writing' }),
  ];
  expect(done.map(({ status }) => status)).toEqual(Array(6).fill(200));
  await expectIntact();
  const { rows } = await service.db.query<{ count: bigint }>('select count(*) from ledger_suspense');
  expect(rows[0]!.count).toBe(1n);
});

const [, amounts] = paymentChecks(wholeLedger).map(({ name }) => name);
const [, settled] = settlementChecks(wholeLedger).map(({ name }) => name);
const [everywhere, fullOnly] = [[true, true] as const, [false, true] as const];

test.each([
  ['a payment that changed since', everywhere, amounts, () => refundedMore(ids.refunded)],
  ['a payment that was captured since', everywhere, amounts, () => refundedMore(ids.captured)],
  ['a payment that did not change since', fullOnly, amounts, () => refundedMore(ids.untouched)],
  [
    'a settlement that ended since',
    everywhere,
    settled,
    () => `alter table settlements disable trigger user; update settlements set fee = fee + 1`,
  ],
])('a wrong row is found: %s', async (_name, [isSeenSince, isSeenInFull], check, tampering) => {
  const sees = async (full: boolean) =>
    (await findings(tampering(), full)).some((line) => line.startsWith(check!));
  expect([await sees(false), await sees(true)]).toEqual([isSeenSince, isSeenInFull]);
});

function refundedMore(id: string): string {
  return `update payments set refunded = refunded + 1, status = 'paid' where id = '${id}'`;
}

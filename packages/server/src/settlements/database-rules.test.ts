import { expect, test } from 'vitest';
import { signInAdministrator } from '../../test/step-up-helper.ts';
import { startTestService } from '../../test/test-service.ts';
import { approveAccount, daySeconds, letPass, openSettlingApp } from './testing/settlement-fixture.ts';

const service = await startTestService({ PID_ADMINS: 'boss@pid', PID_SETTLEMENTS: 'manual' });
const { admin } = await signInAdministrator(service, 'boss');
const shop = await openSettlingApp(service, admin);
await shop.earn(50_000);
await shop.setAccount();
await approveAccount(service, admin, shop.clientId);

const outcomeOf = async (sql: string, values: unknown[]) => {
  try {
    const { rows } = await service.db.query<{ outcome: string }>(sql, values);
    return rows[0]?.outcome;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

/** A request with parts replaced, by a node whose clock is nine days ahead. */
function request(parts: Partial<Record<'client' | 'amount' | 'fee' | 'account', unknown>> = {}) {
  const { client = shop.clientId, amount = 1000, fee = 0, account = shop.clientId } = parts;
  return outcomeOf(
    `select outcome from settlement_request(now() + interval '9 days', gen_random_uuid(), $1,
       (select id from ledger_accounts where client_id = $4 or name = $4), $2, $3, (select version from bank_accounts where client_id = $5), 'sealed', 'key')`,
    [client, amount, fee, account, shop.clientId],
  );
}

test('the database takes a settlement only from the app, its old income and a usable account', async () => {
  expect(await request()).toBe('account_not_usable');
  await letPass(service, 2 * daySeconds);
  expect(await request()).toBe('insufficient');
  await letPass(service, 7 * daySeconds);
  const restricted = '23001';
  expect(await request({ amount: 0 })).toBe(restricted);
  expect(await request({ amount: -5 })).toBe(restricted);
  expect(await request({ amount: null })).toBe(restricted);
  expect(await request({ fee: -1 })).toBe(restricted);
  expect(await request({ account: 'suspense' })).toBe(restricted);
  expect(await request({ client: 'app_000000000000000000000000' })).toBe(restricted);
  const other = await openSettlingApp(service, admin);
  expect(await request({ client: other.clientId })).toBe(restricted);
  expect(await request({ amount: 50_000, fee: 1 })).toBe('insufficient');
  await service.db.query(
    "update bank_accounts set status = 'pending', decided_at = null, decided_by = null, usable_from = null",
  );
  expect(await request()).toBe('account_not_usable');
  await approveAccount(service, admin, shop.clientId);
  expect(await request()).toBe('account_not_usable');
  await letPass(service, daySeconds + 1);
  expect(await request()).toBe('requested');
});

test('the order of states, the terms and the persons are kept, and no row is deleted', async () => {
  const refused = (change: string) => outcomeOf(`update settlements set ${change}`, []);
  expect(
    await refused("status = 'paid', paid_at = now(), paid_by = 'x@pid', sent_at = now(), sent_by = 'y@pid'"),
  ).toBe('23001');
  expect(await refused("status = 'failed'")).toBe('23001');
  expect(await refused('amount = amount + 1')).toBe('23001');
  expect(await refused("approved_by = 'x@pid'")).toBe('23001');
  expect(await refused("bank_code = 'BRI'")).toBe('23001');
  expect(await refused("holder_name = 'Budi'")).toBe('23001');
  expect(await outcomeOf('delete from settlements', [])).toBe('23001');
  const end = (to: string, by: string | null) =>
    outcomeOf(
      "select outcome from settlement_end(now(), (select id from settlements), gen_random_uuid(), $1, $2, 'ref', null)",
      [to, by],
    );
  expect(await end('paid', 'x@pid')).toBe('ended');
  await service.db.query("select settlements_send(now(), null, 5, 'sender@pid', null, null)");
  expect(await refused("sent_by = 'x@pid'")).toBe('23001');
  expect(await end('requested', 'x@pid')).toBe('23001');
  expect(await end('paid', null)).toBe('23001');
  expect(await end('paid', 'sender@pid')).toBe('same_person');
  expect(await end('paid', 'boss@pid')).toBe('same_person');
  expect(await end('paid', shop.ownerPid)).toBe('own_app');
  expect(await end('cancelled', shop.ownerPid)).toBe('ended');
  expect(await end('paid', 'x@pid')).toBe('done');
  expect(await refused("paid_by = 'y@pid'")).toBe('23001');
});

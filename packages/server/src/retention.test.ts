import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ageBy } from '../test/erasure-helper.ts';
import { newPlayer } from '../test/sign-in-helper.ts';
import { startTestService } from '../test/test-service.ts';
import { identityOf, openShop, richPlayer } from './payments/testing/payment-fixture.ts';
import { retentionTable } from './retention.ts';

const service = await startTestService();
const player = await newPlayer(service);
const identityId = await identityOf(service, player.handle);
const sql = (text: string, values: unknown[] = []) => service.db.query(text, values);

type Name = keyof typeof retentionTable;

/** One row of each kind: `$1` is its mark, `$2` its age in days and `$3` an identity. */
const plants: Readonly<Record<Exclude<Name, 'money_texts'>, readonly string[]>> = {
  sessions: [
    `insert into sessions (id, identity_id, method, user_agent, created_at, authenticated_at, last_seen_at, refresh_hash, refresh_expires_at, family_expires_at, ended_at)
     values (gen_random_uuid(), $3, 'test', $1::text, now(), now(), now(), sha256($1::text::bytea), now() + interval '1 year', now() + interval '1 year', now() - make_interval(days => $2))`,
  ],
  notices: [
    `insert into notices (identity_id, type, data, at) values ($3, 'test', to_jsonb($1::text), now() - make_interval(days => $2))`,
    `insert into known_devices (identity_id, hash, first_seen_at, last_seen_at)
     values ($3, $1::bytea, now() - make_interval(days => $2 + 5), now() - make_interval(days => $2))`,
  ],
  audit_origins: [
    `insert into audit_events (at, actor, action, address) select now() - make_interval(days => $2), 'test', $3::uuid::text, $1`,
  ],
  security_events: [
    `insert into security_events (at, event, operation) select now() - make_interval(days => $2), $1, $3::uuid::text`,
  ],
  security_networks: [
    `insert into security_events (at, event, network) select now() - make_interval(days => $2), $3::uuid::text, $1`,
  ],
  payment_notices: [
    `insert into payment_notices (provider, body, received_at) select $1, $3::uuid::text, now() - make_interval(days => $2)`,
  ],
  family_requests: [
    `insert into family_requests (id, child_id, payment_id, total, app, asked_at) values (gen_random_uuid(), $3, gen_random_uuid(), 1, $1, now() - make_interval(days => $2))`,
  ],
  settlement_accounts: [
    `insert into settlements (id, client_id, app_account_id, amount, fee, status, bank_code, account_number, master_key, last4, holder_name, approved_by, requested_at, ended_at, ended_by)
     select gen_random_uuid(), 'app', 1, 1, 0, 'cancelled', 'BCA', $1::text::bytea, $3::uuid::text, '7890', $1, 'boss@pid', now() - make_interval(days => $2), now() - make_interval(days => $2), 'service'`,
  ],
};

/** How many rows of all tables contain the mark. */
async function count(mark: string): Promise<number> {
  const { rows } = await sql(
    `select sum((xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I t where position(%L in t::text) > 0 or position(%L in t::text) > 0',
       tablename, $1::text, encode($1::text::bytea, 'hex')), false, true, '')))[1]::text::int)::int as sum
     from pg_tables where schemaname = current_schema() and not exists (select from pg_inherits where inhrelid = quote_ident(tablename)::regclass)`,
    [mark],
  );
  return (rows[0] as { sum: number }).sum;
}

test.each(Object.entries(plants))(
  'deletes %s older than the retention table says, and keeps younger ones',
  async (name, statements) => {
    const { days } = retentionTable[name as Name];
    const [old, young] = [`old_${name}`, `young_${name}`];
    for (const statement of statements) {
      await sql(statement, [old, days + 1, identityId]);
      await sql(statement, [young, days - 1, identityId]);
    }
    expect([await count(old), await count(young)]).toEqual([statements.length, statements.length]);
    await service.service.forget();
    expect([await count(old), await count(young)]).toEqual([0, statements.length]);
  },
);

test("keeps the last browser of an inactive player: otherwise a stranger's would pass as the first", async () => {
  const away = await newPlayer(service);
  const id = await identityOf(service, away.handle);
  await sql("update known_devices set last_seen_at = now() - interval '900 days' where identity_id = $1", [
    id,
  ]);
  await service.service.forget();
  expect((await sql('select from known_devices where identity_id = $1', [id])).rowCount).toBe(1);
});

test('deletes texts about the money of a deleted player when they are due, not before, and keeps those of existing players', async () => {
  const gone = await richPlayer(service, 20_000n);
  const here = await richPlayer(service);
  const shop = await openShop(service);
  const mark = `words_${randomUUID()}`;
  const spend = async (by: typeof here, to: string) => {
    await by.client.post('/v1/fiat/sends', { to, amount: 1000, note: mark });
    const { body } = await shop.create({ amount: 1000, description: mark, pid: by.pid });
    expect((await by.confirm(body.id, 1100)).status).toBe(200);
    const refund = { amount: 1000, reason: mark };
    expect((await shop.ask('POST', `/payments/${body.id}/refunds`, refund)).status).toBe(200);
    return body.id as string;
  };
  const words = async () =>
    (
      await sql(
        `select (select count(*) from ledger_postings where note = $1)::int as notes,
         (select count(*) from payments where description = $1)::int as payments,
         (select count(*) from payment_refunds where reason = $1)::int as refunds`,
        [mark],
      )
    ).rows[0];
  await spend(gone, here.pid);
  await spend(here, player.pid);
  // The texts of an existing player are kept, even if a row lists the player as deleted.
  await sql("insert into payment_texts_kept values ($1, now() - interval '900 days')", [here.identityId]);
  const { balance } = await gone.balance();
  await gone.client.post('/v1/fiat/sends', { to: here.pid, amount: balance - 100 });
  expect((await gone.client.delete('/v1/identity/me')).status).toBe(200);

  for (const change of [
    'update ledger_postings set note = null where note = $1',
    'update payment_refunds set reason = null where reason = $1',
    "update ledger_postings set note = 'another' where note = $1",
    'delete from ledger_postings where note = $1',
  ])
    await expect(sql(change, [mark]), change).rejects.toThrow(/not allowed/);
  await sql('select ledger_forget_notes(0), payments_forget_texts(0)');
  expect(await words()).toEqual({ notes: 2, payments: 2, refunds: 2 });
  await ageBy(service, retentionTable.money_texts.days - 1);
  await service.service.forget();
  expect(await words()).toEqual({ notes: 2, payments: 2, refunds: 2 });
  for (const change of [
    'update ledger_postings set note = null, amount = amount + 1 where note = $1 and payer_id in (select id from ledger_accounts where closed_at is not null)',
    'update payment_refunds set reason = null, amount = amount + 1 where reason = $1',
  ])
    await expect(sql(change, [mark]), change).rejects.toThrow(/not allowed/);
  await ageBy(service, 2);
  await service.service.forget();
  expect(await words()).toEqual({ notes: 1, payments: 1, refunds: 1 });
});

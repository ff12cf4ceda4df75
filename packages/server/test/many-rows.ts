import { randomUUID } from 'node:crypto';
import { createSealer, type Sealer } from '../src/platform/sealing/index.ts';
import { randomIds } from '../src/platform/ids.ts';
import type { Database, Queryable } from '../src/platform/db/index.ts';
import { platformAccounts } from '../src/ledger/platform-accounts.ts';
import { newPlayer } from './sign-in-helper.ts';
import { asSuperuser } from './test-database.ts';
import type { TestService } from './test-service.ts';

/** Fills tables directly: over HTTP, a million rows would take hours. */
export function openFiller(service: TestService): {
  people(count: number): Promise<void>;
  auditEvents(count: number, action: string): Promise<void>;
  securityEvents(count: number): Promise<void>;
  sends(count: number): Promise<void>;
  topUps(count: number, provider: string): Promise<void>;
  bankDetails(count: number, sealer: Sealer, provider?: string): Promise<void>;
  readonly superuser: Database;
} {
  const superuser = asSuperuser(service);
  /** Without triggers, which would refuse rows that no operation has written. */
  const fill = (work: (tx: Queryable) => Promise<void>, isLast = true) =>
    superuser.transaction(
      async (tx) => {
        await tx.query(
          "select set_config('session_replication_role', 'replica', true), set_config('statement_timeout', '0', true)",
        );
        await work(tx);
        // The statistics that autovacuum collects soon.
        if (isLast) await tx.query('analyze');
      },
      { patient: true },
    );
  return {
    superuser,
    /** Each with a login, a session and an event. */
    people: (count) =>
      fill(async (tx) => {
        await tx.query(
          `create temporary table filled on commit drop as select gen_random_uuid() as id, 'm' || to_char(n, 'fm00000000') as handle from generate_series(1, ${count}) n`,
        );
        await tx.query(
          'insert into identities (id, handle, created_at) select id, handle, now() from filled',
        );
        await tx.query(
          `insert into provider_logins (id, identity_id, provider, issuer, subject, email, linked_at, last_login_at)
           select gen_random_uuid(), id, 'dev', 'https://filled.example', handle, handle || '@example.com', now(), now() from filled`,
        );
        await tx.query(
          `insert into sessions (id, identity_id, method, user_agent, created_at, authenticated_at, last_seen_at, refresh_hash, refresh_expires_at, family_expires_at)
           select gen_random_uuid(), id, 'dev', '', now(), now(), now(), sha256(convert_to(handle, 'UTF8')), now() + interval '30 days', now() + interval '1 year' from filled`,
        );
        await tx.query(
          `insert into audit_events (at, identity_id, actor, action) select now(), id, 'user', 'identity.claimed' from filled`,
        );
      }),
    auditEvents: (count, action) =>
      fill(async (tx) => {
        await tx.query(
          `insert into audit_events (at, actor, action, details) select now(), 'user', $1, '{"method":"a code"}' from generate_series(1, ${count})`,
          [action],
        );
      }),
    securityEvents: (count) =>
      fill(async (tx) => {
        await tx.query(
          `insert into security_events (at, event, details) select now(), 'sign_in.failed', '{}' from generate_series(1, ${count})`,
        );
      }),
    /** One rupiah to and fro between two players. */
    async sends(count) {
      const [one, other] = [await newPlayer(service), await newPlayer(service)];
      const { id } = (await one.client.post('/v1/fiat/topups', { amount: 50_000 })).body;
      await service.client().post(`/checkout/${id}/pay`, new URLSearchParams({ outcome: 'paid' }));
      await one.client.post(
        '/v1/fiat/sends',
        { to: other.pid, amount: 1000 },
        { 'idempotency-key': randomUUID() },
      );
      await fill(async (tx) => {
        const { rows } = await tx.query<{ id: bigint; version: bigint; balance: bigint }>(
          `select a.id, a.version, a.balance from ledger_accounts a join identities i on i.id = a.identity_id where i.handle = any($1) order by a.id`,
          [[one.handle, other.handle]],
        );
        const [a, b] = rows as [(typeof rows)[0], (typeof rows)[0]];
        await tx.query(
          `create temporary table sent on commit drop as select n, n % 2 = 1 as forth,
             ('0' || substr(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 1, 7) || lpad(to_hex(n), 4, '0') || '7' || substr(md5(n::text), 1, 19))::uuid as id
           from generate_series(1, ${count}) n`,
        );
        await tx.query(
          `insert into ledger_postings (id, type, payer_id, payee_id, amount, fee_rule, created_at)
           select id, 'send', case when forth then $1::bigint else $2 end, case when forth then $2::bigint else $1 end, 1, 1, now() from sent`,
          [a.id, b.id],
        );
        // The trigger that queues postings for the public log does not run here.
        await tx.query(
          'insert into ledger_unlogged (postings) select array_agg(id order by n) from sent group by n / 1000 order by n / 1000',
        );
        for (const [account, sign] of [
          [a, -1n],
          [b, 1n],
        ] as const)
          await tx.query(
            `insert into ledger_entries (account_id, version, posting_id, amount, balance_after)
             select $1::bigint, $2::bigint + n, id, case when forth then $4::bigint else -$4::bigint end, $3::bigint + case when forth then $4::bigint else 0 end from sent`,
            [account.id, account.version, account.balance, sign],
          );
        await tx.query(
          `update ledger_accounts a set version = e.version, balance = e.balance_after from ledger_entries e
           where a.id = any($1) and e.account_id = a.id and e.version = (select max(version) from ledger_entries where account_id = a.id)`,
          [[a.id, b.id]],
        );
      });
    },
    /** Paid at a provider and booked now, each with its notice. */
    topUps: (count, provider) =>
      fill(async (tx) => {
        await tx.query(
          `create temporary table paid on commit drop as select n, md5('order ' || n)::uuid as id from generate_series(1, ${count}) n`,
        );
        await tx.query(
          `insert into topups (id, identity_id, account_id, amount, global_fee, app_fee, provider_fee, fee_rule, provider, status, payment_id, created_at, expires_at, paid_at)
           select id, gen_random_uuid(), 1, 1000, 0, 0, 0, 1, $1, 'paid', 'tx-' || n, now(), now(), date_trunc('second', now()) - n * interval '1 millisecond' from paid`,
          [provider],
        );
        await tx.query(
          'insert into topup_sessions (order_id, topup_id, created_at) select id::text, id, now() from paid',
        );
        const clearing = platformAccounts.paymentClearing;
        await tx.query(
          `insert into ledger_postings (id, type, amount, reference, created_at) select id, 'topup', 1000, id, date_trunc('second', now()) from paid`,
        );
        await tx.query(
          `insert into ledger_entries (account_id, version, posting_id, amount, balance_after)
           select a.id, a.version + n, p.id, -1000, a.balance - 1000::bigint * n from paid p, ledger_accounts a where a.id = $1`,
          [clearing],
        );
        await tx.query(
          `update ledger_accounts set version = version + ${count}, balance = balance - 1000 * ${count}::bigint where id = $1`,
          [clearing],
        );
        await tx.query(
          `insert into payment_notices (provider, body, received_at)
           select $1, json_build_object('order_id', id, 'transaction_status', 'settlement', 'gross_amount', '1000.00')::text, now() from paid`,
          [provider],
        );
      }),
    /** Settlements with sealed account numbers: paid, or sent to a provider. */
    async bankDetails(count, sealer, provider) {
      const most = 20_000;
      for (let from = 0; from < count; from += most) {
        const ids = Array.from({ length: Math.min(most, count - from) }, () => randomUUID());
        const sealed = ids.map((name) =>
          sealer.seal({ table: 'settlements', name }, Buffer.from('1234567890')),
        );
        await fill(
          async (tx) => {
            await tx.query(
              `insert into settlements (id, client_id, app_account_id, amount, fee, status, bank_code, account_number, master_key, last4, holder_name, approved_by,
               requested_at, sent_at, sent_by, paid_at, paid_by, provider)
             select s.id, 'app_' || substr(md5(s.id::text), 1, 24), 1, 1000, 0, case when $4::text is null then 'paid' else 'sent' end, 'BCA', s.bytes, $3, '7890', 'PT Filled', 'a@pid',
               now(), now(), 'b@pid', case when $4 is null then now() end, case when $4 is null then 'c@pid' end, $4
             from unnest($1::uuid[], $2::bytea[]) s (id, bytes)`,
              [ids, sealed.map(({ bytes }) => bytes), sealer.masterKey, provider ?? null],
            );
          },
          from + most >= count,
        );
      }
    },
  };
}

/** A master key that no service uses. */
export function otherMasterKey(): {
  readonly text: string;
  readonly sealer: Sealer;
  readonly masterKey: string;
} {
  const current = randomIds.bytes(32);
  const sealer = createSealer(randomIds, { current, previous: null });
  return { text: current.toString('base64'), sealer, masterKey: sealer.masterKey };
}

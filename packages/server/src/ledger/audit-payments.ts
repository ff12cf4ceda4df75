import type { AuditCheck } from './audit-books.ts';
import { paymentTypes, type AuditScope } from './audit-scope.store.ts';

/** Invariants between payments and the ledger. Each check returns the rows that break one rule. */
export const paymentChecks = ({
  postings,
  payments,
  postingsOfPayments,
}: AuditScope): readonly AuditCheck[] => [
  {
    name: 'the held balances of apps and players are those of the open holds',
    sql: `select 'hold account ' || a.id as row from ledger_accounts a
        left join (select hold_account_id, sum(confirmed_total) as held from payment_facts where status = 'held' group by 1) f on f.hold_account_id = a.id
        where a.held_for is not null and a.balance <> coalesce(f.held, 0)
      union all select 'account ' || coalesce(a.id, f.payer_account_id) from (select id, held from ledger_accounts where kind = 'identity' and held <> 0) a
        full join (select payer_account_id, sum(confirmed_total) as held from payment_facts where status = 'held' group by 1) f on f.payer_account_id = a.id
        where a.held is distinct from f.held`,
  },
  {
    name: 'no payment is captured beyond its amount or refunded beyond its capture, and the postings of each match it',
    sql: `select 'payment ' || f.id as row from ${payments} f left join (
        select reference, count(*) filter (where type in ('payment', 'hold')) as confirmed, count(*) filter (where type = 'payment') as paid,
          count(*) filter (where type = 'capture') as captures, count(*) filter (where type = 'hold_return') as returns,
          coalesce(sum(amount) filter (where type in ('payment', 'capture')), 0) as captured,
          coalesce(sum(global_fee) filter (where type in ('payment', 'capture')), 0) as global_fee,
          coalesce(sum(app_fee) filter (where type in ('payment', 'capture')), 0) as app_fee,
          coalesce(sum(amount) filter (where type = 'payment_refund'), 0) as refunded
        from ${postingsOfPayments} p where type in ${paymentTypes} group by reference
      ) p on p.reference = f.id
      where f.captured > f.amount or f.refunded > f.captured
        or (f.payer_account_id is not null) <> (coalesce(p.confirmed, 0) = 1) or p.confirmed > 1
        or p.paid + p.captures > 1 or p.captures + p.returns > 1
        or f.captured <> coalesce(p.captured, 0) or f.refunded <> coalesce(p.refunded, 0)
        or (f.status = 'void') <> (coalesce(p.returns, 0) = 1)
        or f.status in ('paid', 'refunded') and (f.global_fee <> p.global_fee or f.app_fee <> p.app_fee)
        or f.status = 'refunded' and f.refunded <> f.captured
      union all select 'posting ' || p.id from ${postings} p
        where p.type in ${paymentTypes} and not exists (select from payment_facts f where f.id = p.reference)`,
  },
  {
    name: 'the fees of every payment follow the terms that were fixed at its confirmation',
    sql: `select 'payment ' || f.id as row from ${payments} f left join ledger_fee_rules r on r.version = f.fee_rule
      cross join lateral (select case when f.status in ('paid', 'refunded') then f.captured else f.amount end as amount) due
      where f.payer_account_id is not null and (
        f.global_fee is distinct from case when f.is_waived then 0 else greatest(r.minimum, ledger_ceil_bps(due.amount, r.bps)) end
        or f.app_fee is distinct from case when f.payee_account_id = f.app_account_id then 0 else ledger_ceil_bps(due.amount, f.fee_bps) + f.fee_flat end
        or f.status in ('held', 'void') and f.confirmed_total <> f.amount + f.global_fee + f.app_fee)`,
  },
  {
    name: 'the accounts of every payment belong to its app and its payee',
    sql: `select 'payment ' || f.id as row from ${payments} f left join ledger_accounts a on a.id = f.app_account_id
        left join ledger_accounts h on h.id = f.hold_account_id left join ledger_accounts p on p.id = f.payee_account_id
      where a.kind is distinct from 'app' or a.client_id is distinct from f.client_id
        or h.kind is distinct from 'hold' or h.held_for is distinct from f.client_id
        or case when f.payee_identity_id is null then p.id is distinct from a.id
                else p.kind is distinct from 'identity' or p.identity_id is distinct from f.payee_identity_id end`,
  },
];

import type { AuditCheck } from './audit-books.ts';
import { settlementTypes, type AuditScope } from './audit-scope.store.ts';

/** A platform account that holds the money of some rows: its name, and a query for the sum of those rows. */
interface HeldMoney {
  readonly account: string;
  readonly sum: string;
}

const heldMoney: readonly HeldMoney[] = [
  {
    account: 'settlements',
    sum: "select coalesce(sum(amount + fee), 0) from settlement_facts where status in ('requested', 'sent')",
  },
  {
    // Open or landed. The price of an activation that landed stays on the account.
    account: 'activations',
    sum: "select coalesce(sum(price), 0) from paid_operations where state in ('prepared', 'confirmed', 'finalized')",
  },
];

/** Invariants between settlements and the ledger. Each check returns the rows that break one rule. */
export const settlementChecks = ({
  postings,
  settlements,
  postingsOfSettlements,
}: AuditScope): readonly AuditCheck[] => [
  {
    name: 'every platform account that holds money of settlements or activations holds exactly their sum',
    sql: heldMoney
      .map(
        ({ account, sum }) =>
          `select name as row from ledger_accounts where name = '${account}' and balance <> (${sum})`,
      )
      .join(' union all '),
  },
  {
    name: 'the postings of every settlement match it, and no other settlement was posted',
    sql: `select 'settlement ' || f.id as row from ${settlements} f left join (
        select reference, count(*) filter (where type = 'settlement') as taken, count(*) filter (where type = 'settlement_paid') as paid,
          count(*) filter (where type = 'settlement_return') as returned,
          sum(amount) filter (where type = 'settlement') as taken_amount, sum(amount) filter (where type = 'settlement_paid') as paid_amount,
          sum(global_fee) as fee, sum(amount) filter (where type = 'settlement_return') as returned_amount,
          min(app_id) as app_id, max(app_id) as other_app_id
        from ${postingsOfSettlements} p where type in ${settlementTypes} group by reference
      ) p on p.reference = f.id
      where p.taken is distinct from 1 or p.taken_amount is distinct from f.amount + f.fee
        or p.app_id is distinct from f.app_account_id or p.other_app_id is distinct from f.app_account_id
        or p.paid <> (f.paid_at is not null)::int or p.paid = 1 and (p.paid_amount <> f.amount or p.fee <> f.fee)
        or p.returned <> (f.status in ('failed', 'cancelled'))::int or p.returned = 1 and p.returned_amount <> f.amount + f.fee
      union all select 'posting ' || p.id from ${postings} p
        where p.type in ${settlementTypes} and not exists (select from settlement_facts f where f.id = p.reference)`,
  },
];

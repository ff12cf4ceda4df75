import type { AuditCheck } from './audit-books.ts';
import { activationTypes, type AuditScope } from './audit-scope.store.ts';

/** Invariants between activations that were paid in rupiah and the ledger. The check returns the rows that break it. */
export const activationChecks = ({ postings, operations }: AuditScope): readonly AuditCheck[] => [
  {
    name: 'every paid activation was paid once by its player, and returned once if it did not land',
    sql: `select 'operation ' || o.id as row from ${operations} o left join (
        select p.reference, count(*) filter (where p.type = 'activation') as taken, count(*) filter (where p.type = 'activation_return') as returned,
          min(p.amount) as least, max(p.amount) as most, bool_and(a.identity_id = o.identity_id) as own
        from ${operations} o join ledger_postings p on p.reference = o.id and p.type in ${activationTypes}
          left join ledger_accounts a on a.id = coalesce(p.payer_id, p.payee_id, (select s.account_id from ledger_suspense s where s.posting_id = p.id))
        group by p.reference
      ) p on p.reference = o.id
      where p.taken is distinct from 1 or p.least is distinct from o.price or p.most is distinct from o.price or p.own is distinct from true
        or p.returned <> (o.state in ('failed', 'expired', 'superseded'))::int
      union all select 'posting ' || p.id from ${postings} p
        where p.type in ${activationTypes} and not exists (select from paid_operations o where o.id = p.reference)`,
  },
];

import { keysCheck } from './audit-top-ups.store.ts';
import type { AuditScope } from './audit-scope.store.ts';
import { feeAccounts, platformAccounts } from './platform-accounts.ts';

export interface AuditCheck {
  readonly name: string;
  readonly sql: string;
}

/**
 * Each check returns the rows that break one rule. Most of them need only two passes over the entries: one by
 * account, in the order of the primary key, and one by posting.
 */
export const bookChecks = ({ cut, postings, entries, keys, opening }: AuditScope): readonly AuditCheck[] => [
  {
    name: 'the balances of all accounts sum to zero',
    sql: "select 'sum ' || sum(balance) as row from ledger_accounts having sum(balance) <> 0",
  },
  {
    name: 'every entry continues the balance and the numbering of its account',
    sql: `select 'account ' || e.account_id || ' entry ' || e.version as row from (
        select account_id, version, amount, balance_after, lag(balance_after) over w as before, lag(version) over w as previous
        from ${entries} window w as (partition by account_id order by version)
      ) e ${opening.of('e.account_id', 'e.previous is null')}
      where e.balance_after <> coalesce(e.before, ${opening.balance}) + e.amount or e.version <> coalesce(e.previous, ${opening.version}) + 1`,
  },
  {
    name: 'every account stands where its last entry left it',
    sql: `select 'account ' || coalesce(a.id, e.account_id) as row
      from (select * from ledger_accounts where moved_at >= ${cut}) a
        full join (select account_id, max(version) as version from ${entries} group by account_id) l on l.account_id = a.id
        left join ${entries} e on e.account_id = l.account_id and e.version = l.version ${opening.of('a.id', 'l.version is null')}
      where a.version is distinct from coalesce(l.version, ${opening.version}) or a.balance is distinct from coalesce(e.balance_after, ${opening.balance})
      union all select 'account ' || a.id from ledger_accounts a ${opening.of('a.id')}
        where a.moved_at < ${cut} and (a.version <> ${opening.version} or a.balance <> ${opening.balance})`,
  },
  {
    name: 'no balance of a player or an app is below zero, now or ever',
    sql: `select 'account ' || id as row from ledger_accounts where kind <> 'platform' and balance < 0
      union all select 'account ' || e.account_id || ' entry ' || e.version from ${entries} e join ledger_accounts a on a.id = e.account_id where e.balance_after < 0 and a.kind <> 'platform'`,
  },
  {
    name: 'every posting has entries that sum to zero and are as it says, and every entry has a posting',
    sql: `select 'posting ' || coalesce(p.id, e.posting_id) as row from ${postings} p full join (
        select posting_id, sum(amount) as sum, count(*) as count, sum(amount) filter (where amount > 0) as moved from ${entries} group by posting_id
      ) e on e.posting_id = p.id
        left join (select posting_id, sum(amount) as amount from ledger_suspense where source = 'app_fee' group by posting_id) s on s.posting_id = p.id
      where p.id is null or e.posting_id is null or e.sum <> 0 or e.count < 2
        or p.type in ('send', 'topup', 'payment', 'settlement_paid') and e.moved <> p.amount + p.global_fee + p.app_fee + p.provider_fee + coalesce(s.amount, 0)
        or p.type in ('payout', 'deposit', 'forfeit', 'suspense', 'suspense_credit', 'hold', 'hold_return', 'settlement', 'settlement_return', 'activation', 'activation_return') and e.moved <> p.amount`,
  },
  {
    name: 'every fee is what its rule says, or waived',
    sql: `select 'posting ' || p.id as row from ${postings} p left join ledger_fee_rules r on r.version = p.fee_rule
      where p.type in ('send', 'payment', 'capture') and r.version is null
        or p.global_fee <> 0 and p.global_fee <> greatest(r.minimum, ledger_ceil_bps(p.amount, r.bps))
        or p.app_fee > 0 and p.app_id is null`,
  },
  {
    name: 'time follows the numbering of every account',
    sql: `select 'account ' || account_id || ' entry ' || version as row from (
        select e.account_id, e.version, p.created_at, lag(p.created_at) over (partition by e.account_id order by e.version) as previous
        from ${entries} e join ${postings} p on p.id = e.posting_id
      ) t where previous > created_at`,
  },
  {
    name: keysCheck,
    sql: `select 'subject ' || subject as row from ${keys} group by subject having count(*) > 1`,
  },
  {
    name: 'the escrow of every app equals its fees, payments and deposits minus payouts, settlements, refunds, clawbacks and suspense',
    sql: `select 'account ' || a.id as row from ledger_accounts a left join (
        select app_id, sum(case when type in ('payout', 'payment_refund', 'settlement') then -amount when type = 'deposit' or type in ('payment', 'capture', 'settlement_return') and payee_id = app_id then amount else app_fee end) as earned from ${postings} where app_id is not null group by app_id
      ) p on p.app_id = a.id left join (
        select e.account_id, sum(e.amount) as taken from ${entries} e join ${postings} r on r.id = e.posting_id
        where r.type = 'refund' and r.app_id = e.account_id or r.type = 'suspense' and r.payer_id = e.account_id group by e.account_id
      ) r on r.account_id = a.id ${opening.of('a.id')}
      where a.client_id is not null and a.balance <> ${opening.balance} + coalesce(p.earned, 0) + coalesce(r.taken, 0)`,
  },
  {
    name: 'every deposit went from the owner or finance of an app to its escrow, without a fee',
    sql: `select distinct 'posting ' || p.id as row from ${postings} p left join ${entries} e on e.posting_id = p.id
        left join ledger_accounts payer on payer.id = p.payer_id left join ledger_accounts escrow on escrow.id = p.payee_id
      where p.type = 'deposit' and (not exists (select from app_people a where a.client_id = escrow.client_id
          and a.identity_id = payer.identity_id and a.role in ('owner', 'finance')) or p.app_id is distinct from p.payee_id
        or p.global_fee + p.app_fee + p.provider_fee <> 0
        or e.amount is distinct from case e.account_id when p.payer_id then -p.amount when p.payee_id then p.amount end)`,
  },
  {
    // Every step of an escrow is a deposit or uses deposits up, but never more than is left of them; settlements
    // and their return do neither. What is left at the end is the sum of the beginning and the steps, raised by the lowest sum below zero that was
    // reached on the way.
    name: 'the remaining deposits of every app match its entries and do not exceed its escrow',
    sql: `select 'account ' || a.id as row from ledger_accounts a left join (
        select account_id, sum(step) as step, min(reached) as lowest from (
          select e.account_id, s.step, sum(s.step) over (partition by e.account_id order by e.version) as reached
          from ${entries} e join ${postings} p on p.id = e.posting_id
            cross join lateral (select case p.type when 'deposit' then e.amount when 'settlement' then 0 else least(e.amount, 0) end as step) s
          where e.account_id in (select payee_id from ledger_postings where type = 'deposit')
        ) steps group by account_id
      ) d on d.account_id = a.id ${opening.of('a.id')}
      where a.client_id is not null and (a.deposited not between 0 and greatest(a.balance, 0)
        or a.deposited <> ${opening.deposited} + coalesce(d.step, 0) - least(${opening.deposited} + coalesce(d.lowest, 0), 0))
      union all select 'account ' || id from ledger_accounts where deposited <> 0 and kind <> 'app'`,
  },
  {
    name: 'the balance of all fee accounts is the fees charged minus the fees refunded',
    sql: `select 'fees off by ' || held.sum - charged.sum - taken.sum as row
      from (select sum(a.balance - ${opening.balance}) as sum from ledger_accounts a ${opening.of('a.id')} where a.id in (${feeAccounts.join()})) held,
        (select coalesce(sum(global_fee), 0) as sum from ${postings}) charged,
        (select coalesce(sum(amount), 0) as sum from ${entries} where account_id in (${feeAccounts.join()}) and amount < 0) taken
      where held.sum <> charged.sum + taken.sum`,
  },
  {
    name: 'a closed account is empty, and so is one whose holder is gone',
    sql: `select 'account ' || id as row from ledger_accounts where balance <> 0 and closed_at is not null
      union select 'account ' || a.id from app_facts p join ledger_accounts a on a.client_id = p.client_id where p.deleted_at is not null and a.balance <> 0
      union select 'account ' || a.id from identity_facts i join ledger_accounts a on a.identity_id = i.id where i.status = 'deleted' and a.balance <> 0`,
  },
  {
    name: 'suspense holds what its rows say, every row came by a posting and is in the audit log',
    sql: `select 'suspense' as row from ledger_accounts where name = 'suspense'
        and balance <> (select coalesce(sum(amount - returned), 0) from ledger_suspense where state = 'open')
      union all select 'item ' || s.id from ledger_suspense s left join ${entries} e on e.posting_id = s.posting_id and e.account_id = ${platformAccounts.suspense}
        where s.since >= ${cut} and (e.amount is distinct from s.amount
          or s.source not in ('account', 'payment', 'settlement', 'activation') and s.since >= (select since from audit_span) and not exists (select from audit_facts a where a.target = s.id::text and a.action = 'suspense.received'))
      union all select 'entry ' || e.version from ${entries} e where e.account_id = ${platformAccounts.suspense} and e.amount > 0
        and not exists (select from ledger_suspense s where s.posting_id = e.posting_id)`,
  },
];

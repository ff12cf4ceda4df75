-- Writes many postings and their entries, in the given order. Like `ledger_write`, it trusts its caller, who has locked the accounts. An entry names
-- its posting by position; zero amounts are left out. Only for postings without an idempotency key, which need no `payer_balance`, and that take
-- nothing out of an escrow, because `deposited` stays unchanged. With tiers, payments and captures count as incoming money of the player who is paid.
-- p_payers: the payers of the postings, by position, with their new counters and `held`; each pays once. Null leaves these columns unchanged.
create or replace function ledger_write_payments(
  p_now timestamptz, p_postings ledger_postings[], p_positions int[], p_accounts bigint[], p_amounts bigint[], p_payers ledger_accounts[]
) returns void language plpgsql as $$
declare
  v_at timestamptz;
  v_written int;
  v_month date;
begin
  perform set_config('pid.posting', 'on', true);
  select greatest(p_now, max(moved_at)) into v_at from ledger_accounts where id = any(p_accounts);
  v_month := ledger_month_at(v_at);
  with asked as materialized (
    select e.position, e.account, e.amount, a.kind, a.balance + sum(e.amount) over of_account as balance, a.version + row_number() over of_account as version,
      case when v_month is not null and a.kind = 'identity' and p_postings[e.position].payee_id = e.account and p_postings[e.position].type in ('payment', 'capture') then e.amount else 0 end as received,
      case when p_payers is not null and e.amount < 0 then e.position end as paying
    from unnest(p_positions, p_accounts, p_amounts) with ordinality e(position, account, amount, i) join ledger_accounts a on a.id = e.account
    where e.amount <> 0 window of_account as (partition by e.account order by e.i)
  ), moved as (
    update ledger_accounts a set balance = m.balance, version = m.version, moved_at = v_at,
      received_month = case when m.received > 0 then greatest(a.received_month, v_month) else a.received_month end,
      received = case when m.received > 0 then case when a.received_month >= v_month then a.received else 0 end + m.received else a.received end,
      sent_day = case when m.paying is null then a.sent_day else (p_payers[m.paying]).sent_day end,
      sent_today = case when m.paying is null then a.sent_today else (p_payers[m.paying]).sent_today end,
      sent_unproven = case when m.paying is null then a.sent_unproven else (p_payers[m.paying]).sent_unproven end,
      held = case when m.paying is null then a.held else (p_payers[m.paying]).held end,
      spent_month = case when m.paying is null then a.spent_month else (p_payers[m.paying]).spent_month end,
      spent = case when m.paying is null then a.spent else (p_payers[m.paying]).spent end
    from (select distinct on (account) account, balance, version, sum(received) over (partition by account) as received, max(paying) over (partition by account) as paying from asked order by account, version desc) m where a.id = m.account
  ), postings as (
    insert into ledger_postings (id, type, payer_id, payee_id, app_id, amount, global_fee, app_fee, provider_fee, fee_rule, reference, created_at)
    select p.id, p.type, p.payer_id, p.payee_id, p.app_id, p.amount, p.global_fee, p.app_fee, 0, p.fee_rule, p.reference, v_at from unnest(p_postings) p
  ), entries as (
    insert into ledger_entries (account_id, version, posting_id, amount, balance_after)
    select account, version, p_postings[position].id, amount, balance from asked where kind <> 'app' or amount > 0 returning 1
  )
  select count(*) into v_written from entries;
  if v_written <> (select count(*) from unnest(p_amounts) amount where amount <> 0) then
    raise exception 'an account to post to is missing, or an escrow would pay' using errcode = 'foreign_key_violation';
  end if;
  perform set_config('pid.posting', '', true);
end $$;
revoke all on function ledger_write_payments from public;

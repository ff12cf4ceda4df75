-- The state of every account that moved in a span of time, at its end, computed from the entries and the last closing balance of a month before
-- `p_before`. `follows` is false if numbers or balances do not continue that closing balance.
create or replace function ledger_close_span(p_from timestamptz, p_until timestamptz, p_before date)
  returns table (account_id bigint, version bigint, balance bigint, deposited bigint, follows boolean)
  language plpgsql stable set enable_seqscan = off set enable_nestloop = off set jit = off set work_mem = '64MB' as $$
#variable_conflict use_column
declare
  v_first uuid;
  v_last uuid;
begin
  select min(p.id::text collate "C")::uuid, max(p.id::text collate "C")::uuid into v_first, v_last from ledger_postings p
    where p.created_at >= p_from and p.created_at < p_until;
  return query
  with steps as (
    select e.account_id, e.version, e.amount, e.balance_after, s.step, sum(s.step) over numbered as reached, lead(e.version) over numbered is null as is_last
    from ledger_entries e join ledger_postings p on p.id = e.posting_id
      cross join lateral (select case p.type when 'deposit' then e.amount when 'settlement' then 0 else least(e.amount, 0) end as step) s
    where p.created_at >= p_from and p.created_at < p_until and e.posting_id between v_first and v_last
    window numbered as (partition by e.account_id order by e.version)
  ), moved as (
    select account_id, max(version) as version, count(*) as entries, sum(amount) as change, max(balance_after) filter (where is_last) as balance,
      sum(step) as step, min(reached) as lowest
    from steps group by account_id
  )
  select m.account_id, m.version, m.balance, (coalesce(o.deposited, 0) + m.step - least(coalesce(o.deposited, 0) + m.lowest, 0))::bigint,
    m.version = coalesce(o.version, 0) + m.entries and m.balance = coalesce(o.balance, 0) + m.change
  from moved m left join lateral (
    select c.version, c.balance, c.deposited from ledger_closings c where c.account_id = m.account_id and c.month < p_before order by c.month desc limit 1
  ) o on true;
end $$;

-- Postings with their entries in the order of the accounts, as the public log commits to them. The settings make the planner use the index by time,
-- whatever its statistics say about the newest rows. The entries are joined with the ids, because a generic plan compares every entry with each id of
-- `any(p_ids)`, one after another.
create or replace function ledger_read_postings(p_ids uuid[])
  returns table (id uuid, at timestamptz, accounts bigint[], amounts bigint[], balances bigint[])
  language plpgsql stable set enable_seqscan = off set enable_nestloop = off set jit = off as $$
#variable_conflict use_column
declare
  c_first constant uuid := (select i from unnest(p_ids) i order by i limit 1);
  c_last constant uuid := (select i from unnest(p_ids) i order by i desc limit 1);
begin
  return query
  select p.id, p.created_at, coalesce(e.accounts, '{}'), coalesce(e.amounts, '{}'), coalesce(e.balances, '{}')
  from ledger_postings p left join (
    select e.posting_id, array_agg(e.account_id order by e.account_id, e.version) as accounts, array_agg(e.amount order by e.account_id, e.version) as amounts,
      array_agg(e.balance_after order by e.account_id, e.version) as balances
    from (select distinct unnest(p_ids)) wanted(id) join ledger_entries e on e.posting_id = wanted.id where e.posting_id between c_first and c_last group by e.posting_id
  ) e on e.posting_id = p.id
  where p.id = any(p_ids) order by p.id;
end $$;

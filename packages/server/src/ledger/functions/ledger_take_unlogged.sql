-- Takes postings from the queue of the public log, in the transaction that appends them to it. `p_most` limits the rows of the queue.
create or replace function ledger_take_unlogged(p_most int)
  returns table (id uuid, at timestamptz, accounts bigint[], amounts bigint[], balances bigint[])
  language plpgsql security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_ids uuid[];
begin
  with taken as (
    delete from ledger_unlogged u where u.id in (select q.id from ledger_unlogged q order by q.id limit p_most) returning u.postings
  )
  select array_agg(posting) into v_ids from taken cross join unnest(taken.postings) posting;
  if v_ids is null then return; end if;
  return query select * from ledger_read_postings(v_ids);
end $$;
revoke all on function ledger_take_unlogged from public;

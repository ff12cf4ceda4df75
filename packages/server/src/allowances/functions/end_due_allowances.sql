-- Ends allowances whose time is over, at most `p_most`. Returns how many. The clock is read once, so that only these are read.
create or replace function end_due_allowances(p_most integer) returns integer language plpgsql security definer set search_path from current as $$
declare
  v_ids constant uuid[] := array(select a.id from allowances a where a.due_at <= (select clock_timestamp()) order by a.due_at limit p_most for no key update skip locked);
begin
  if cardinality(v_ids) > 0 then perform finish_allowances(v_ids, 'expired'); end if;
  return cardinality(v_ids);
end $$;
revoke all on function end_due_allowances from public;

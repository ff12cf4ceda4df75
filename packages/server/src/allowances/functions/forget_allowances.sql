-- Deletes allowances that were never approved, 30 days after they ended, at most `p_most`. Returns how many.
create or replace function forget_allowances(p_most integer) returns integer language plpgsql security definer set search_path from current as $$
declare
  v_count integer;
begin
  delete from allowances where id in (select id from allowances where approved_at is null and ended_at < now() - interval '30 days' order by ended_at limit p_most for update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end $$;
revoke all on function forget_allowances from public;

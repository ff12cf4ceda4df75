-- Locks allowances in the order of their ids, for functions of other slices.
create or replace function lock_allowances(p_ids uuid[]) returns void language plpgsql as $$
begin
  perform from allowances where id = any(p_ids) order by id for no key update;
end $$;
revoke all on function lock_allowances from public;

-- Adds partitions for the next three months by the database's clock. The service's role may call it; it takes no arguments, so that it cannot be
-- misused. Also drops the constraint that an interrupted `pid partitions move` left behind, a week before it would refuse rows.
create or replace function partitions_ahead() returns integer language plpgsql set lock_timeout = '2s' security definer set search_path from current as $$
declare
  v_row record;
  v_made integer := 0;
begin
  if not pg_try_advisory_xact_lock(4100012) then return 0; end if;
  for v_row in select distinct parent from partitions order by parent loop
    v_made := v_made + partition_ahead(v_row.parent, now() + interval '3 months');
  end loop;
  for v_row in
    select c.conrelid::regclass as name, c.conname from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.connamespace = current_schema()::regnamespace and c.contype = 'c' and c.conname = t.relname || '_ends' and t.relkind = 'r' and not t.relispartition
      -- mutant (platform/db/move-to-partitions): now() + interval '7 days' => now() - interval '7 days'
      and coalesce(obj_description(c.oid, 'pg_constraint')::timestamptz, '-infinity') < now() + interval '7 days'
  loop
    execute format('alter table %s drop constraint %I', v_row.name, v_row.conname);
  end loop;
  return v_made;
end $$;
revoke all on function partitions_ahead from public;

-- Creates the table of a partition. Row triggers are inherited; statement triggers are copied, because a statement that names the partition itself
-- would otherwise not fire them.
create or replace function partition_make(p_table text, p_name text) returns void language plpgsql as $$
declare v_trigger text;
begin
  execute format('create table %I (like %I including defaults including constraints)', p_name, p_table);
  for v_trigger in
    select replace(pg_get_triggerdef(oid), format(' ON %I.%I ', current_schema(), p_table), format(' ON %I.%I ', current_schema(), p_name))
    from pg_trigger where tgrelid = p_table::regclass and not tgisinternal and tgtype & 1 = 0
  loop execute v_trigger; end loop;
end $$;
revoke all on function partition_make from public;

-- Adds the partition of one month.
create or replace function partition_add(p_table text, p_key_type regtype, p_begins timestamptz, p_ends timestamptz) returns void language plpgsql as $$
declare v_name text := p_table || to_char(p_begins at time zone 'UTC', '_YYYY_MM');
begin
  perform partition_make(p_table, v_name);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', p_table, v_name, partition_bound(p_key_type, p_begins), partition_bound(p_key_type, p_ends));
end $$;
revoke all on function partition_add from public;

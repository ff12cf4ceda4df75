-- Turns the default partition into the partition of the months that its rows belong to, without copying, and creates a new default partition.
create or replace function partition_name_the_rest(p_table text, p_key text, p_key_type regtype, p_begins timestamptz, p_limit timestamptz) returns timestamptz language plpgsql as $$
declare
  v_rest text := p_table || '_rest';
  v_name text := p_table || to_char(p_begins at time zone 'UTC', '_YYYY_MM');
  v_last text;
  v_ends timestamptz;
begin
  execute format('alter table %I detach partition %I', p_table, v_rest);
  execute format('select %I::text from %I order by %I desc limit 1', p_key, v_rest, p_key) into v_last;
  v_ends := next_month(partition_moment(p_key_type, v_last));
  if v_ends > next_month(p_limit) then
    raise exception '% holds rows of %, far ahead of its months', v_rest, partition_moment(p_key_type, v_last) using errcode = 'check_violation';
  end if;
  execute format('alter table %I rename to %I', v_rest, v_name);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', p_table, v_name, partition_bound(p_key_type, p_begins), partition_bound(p_key_type, v_ends));
  perform partition_make(p_table, v_rest);
  execute format('alter table %I attach partition %I default', p_table, v_rest);
  return v_ends;
end $$;
revoke all on function partition_name_the_rest from public;

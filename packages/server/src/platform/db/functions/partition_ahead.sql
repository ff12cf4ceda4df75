-- Adds the partitions of a table that are missing up to a moment. Returns how many.
create or replace function partition_ahead(p_table text, p_until timestamptz) returns integer language plpgsql as $$
declare
  v_last record;
  v_begins timestamptz;
  v_ends timestamptz;
  v_made integer := 0;
begin
  select key, key_type, max(ends) as ends into v_last from partitions where parent = p_table group by key, key_type;
  v_begins := v_last.ends;
  while v_begins < p_until loop
    v_ends := next_month(v_begins);
    begin
      perform partition_add(p_table, v_last.key_type, v_begins, v_ends);
    exception when check_violation then
      v_ends := partition_name_the_rest(p_table, v_last.key, v_last.key_type, v_begins, p_until);
    end;
    v_begins := v_ends;
    v_made := v_made + 1;
  end loop;
  return v_made;
end $$;
revoke all on function partition_ahead from public;

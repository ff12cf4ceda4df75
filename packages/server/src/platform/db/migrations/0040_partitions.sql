-- Tables that grow for ever lie in months (docs/adr/0012-partitions.md). The key is a moment, or a UUIDv7, which begins with one. Everything
-- before the first month is one partition, and one more takes what no month holds: a month that nobody made never stops a row.
create function partition_bound(p_type regtype, p_moment timestamptz) returns text language sql stable as $$
  select case p_type when 'timestamptz'::regtype then p_moment::text
    else (lpad(to_hex((extract(epoch from p_moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid::text end
$$;
create function partition_moment(p_type regtype, p_bound text) returns timestamptz language sql stable as $$
  select case p_type when 'timestamptz'::regtype then p_bound::timestamptz
    else to_timestamp(('x' || lpad(left(replace(p_bound, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0) end
$$;
create function next_month(p_moment timestamptz) returns timestamptz language sql immutable as $$
  select (date_trunc('month', p_moment at time zone 'UTC') + interval '1 month') at time zone 'UTC'
$$;

create view partitions as
  select parent.relname::text as parent, child.relname::text as name, k.attname::text as key, k.atttypid::regtype as key_type, bound.words = 'DEFAULT' as takes_the_rest,
    partition_moment(k.atttypid, substring(bound.words from 'FROM \(''([^'']+)''\)')) as begins,
    partition_moment(k.atttypid, substring(bound.words from 'TO \(''([^'']+)''\)')) as ends
  from pg_class parent join pg_partitioned_table t on t.partrelid = parent.oid join pg_attribute k on k.attrelid = parent.oid and k.attnum = t.partattrs[0]
    join pg_inherits i on i.inhparent = parent.oid join pg_class child on child.oid = i.inhrelid
    cross join lateral (select pg_get_expr(child.relpartbound, child.oid) as words) bound
  where parent.relnamespace = current_schema()::regnamespace and t.partstrat = 'r';

-- Triggers for each row come with a partition; those for a statement do not, and would not see one that names the partition itself.
create function partition_make(p_table text, p_name text) returns void language plpgsql as $$
declare v_trigger text;
begin
  execute format('create table %I (like %I including defaults including constraints)', p_name, p_table);
  for v_trigger in
    select replace(pg_get_triggerdef(oid), format(' ON %I.%I ', current_schema(), p_table), format(' ON %I.%I ', current_schema(), p_name))
    from pg_trigger where tgrelid = p_table::regclass and not tgisinternal and tgtype & 1 = 0
  loop execute v_trigger; end loop;
end $$;

create function partition_add(p_table text, p_key_type regtype, p_begins timestamptz, p_ends timestamptz) returns void language plpgsql as $$
declare v_name text := p_table || to_char(p_begins at time zone 'UTC', '_YYYY_MM');
begin
  perform partition_make(p_table, v_name);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', p_table, v_name, partition_bound(p_key_type, p_begins), partition_bound(p_key_type, p_ends));
end $$;

-- What took the rest becomes the months that its rows are of, as it is: nothing is copied.
create function partition_name_the_rest(p_table text, p_key text, p_key_type regtype, p_begins timestamptz, p_limit timestamptz) returns timestamptz language plpgsql as $$
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

-- Months up to a moment; how many were missing.
create function partition_ahead(p_table text, p_until timestamptz) returns integer language plpgsql as $$
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

-- What the service's role may call: three months ahead by the database's own clock, and nothing that could be asked for. Waits for nobody long.
-- A move that was broken off leaves a condition behind which would stop rows one day: it goes a week before.
create function partitions_ahead() returns integer language plpgsql set lock_timeout = '2s' as $$
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
      and coalesce(obj_description(c.oid, 'pg_constraint')::timestamptz, '-infinity') < now() + interval '7 days'
  loop
    execute format('alter table %s drop constraint %I', v_row.name, v_row.conname);
  end loop;
  return v_made;
end $$;

revoke all on function partition_make(text, text), partition_add(text, regtype, timestamptz, timestamptz), partition_ahead(text, timestamptz), partitions_ahead(),
  partition_name_the_rest(text, text, regtype, timestamptz, timestamptz) from public;

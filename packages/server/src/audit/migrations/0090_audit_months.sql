-- A new database has its audit log in months from the start. One that holds something is left as it is, until `pid partitions move`.
do $$
begin
  if not exists (select from audit_events) then perform partition_table('audit_events', 'at', next_month(now())); end if;
end $$;

-- As before; what is found is named by both columns of the key, so that months are not searched in vain.
create or replace function audit_events_forget(p_days integer) returns bigint language plpgsql as $$
declare v_count bigint;
begin
  update audit_events set address = null, user_agent = null where (id, at) in (
    select id, at from audit_events
    where (address is not null or user_agent is not null) and at < now() - make_interval(days => greatest(p_days, 30))
    order by at limit 5000
  );
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- From when on the log is whole: months before it were detached.
create view audit_span as
  select case when bool_or(begins is null and not takes_the_rest) then '-infinity' else coalesce(min(begins), '-infinity') end::timestamptz as since
  from partitions where parent = 'audit_events';

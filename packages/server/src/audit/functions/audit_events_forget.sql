-- Deletes addresses and user agents of old events, 5,000 at a time. Returns how many. Both columns of the primary key are compared, so that
-- only the partitions concerned are read.
create or replace function audit_events_forget(p_days integer) returns bigint language plpgsql security definer set search_path from current as $$
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
revoke all on function audit_events_forget from public;

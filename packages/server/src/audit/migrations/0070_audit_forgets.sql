-- What was done, by whom and to whom stays for ever. Where somebody was and what they used stays as long as the retention table of the
-- configuration says, and never less than 30 days by the database's own clock: whoever runs SQL through a hole cannot wipe their traces.
create function audit_events_only_forget() returns trigger language plpgsql as $$
begin
  if new.address is null and new.user_agent is null and old.at < now() - interval '30 days'
    and (new.id, new.at, new.identity_id, new.actor, new.action, new.target, new.details)
      is not distinct from (old.id, old.at, old.identity_id, old.actor, old.action, old.target, old.details)
  then
    return new;
  end if;
  raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

drop trigger audit_events_append_only on audit_events;
create trigger audit_events_append_only before update on audit_events for each row execute function audit_events_only_forget();
create trigger audit_events_no_delete before delete on audit_events for each row execute function refuse_change();
create index audit_events_with_origin on audit_events (at) where address is not null or user_agent is not null;

-- A few thousand at a time; how many they were.
create function audit_events_forget(p_days integer) returns bigint language plpgsql as $$
declare v_count bigint;
begin
  update audit_events set address = null, user_agent = null where id in (
    select id from audit_events
    where (address is not null or user_agent is not null) and at < now() - make_interval(days => greatest(p_days, 30))
    order by at limit 5000
  );
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Allows one change to an audit event: deleting address and user agent after at least 30 days by the database's clock. An attacker who can
-- run SQL as the service cannot erase traces earlier.
create or replace function audit_events_only_forget() returns trigger language plpgsql as $$
begin
  if new.address is null and new.user_agent is null and old.at < now() - interval '30 days'
    and (new.id, new.at, new.identity_id, new.actor, new.action, new.target, new.details)
      is not distinct from (old.id, old.at, old.identity_id, old.actor, old.action, old.target, old.details)
  then
    return new;
  end if;
  raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

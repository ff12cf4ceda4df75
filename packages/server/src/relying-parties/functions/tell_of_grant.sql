-- Records events when a player connects or disconnects an app. A disconnection also ends the player's allowances.
create or replace function tell_of_grant() returns trigger language plpgsql as $$
begin
  perform tell_app(new.client_id, case when new.ended_at is null then 'connection.created' else 'connection.ended' end,
    jsonb_build_object('pid', (select pid from identity_facts where id = new.identity_id)));
  if new.ended_at is not null then
    perform end_allowances(new.client_id, new.identity_id, case when new.end_reason = 'app deleted' then 'app_deleted' else 'disconnected' end);
  end if;
  return null;
end $$;

-- Records events when a player connects or disconnects an app.
create or replace function tell_of_grant() returns trigger language plpgsql as $$
begin
  perform tell_app(new.client_id, case when new.ended_at is null then 'connection.created' else 'connection.ended' end,
    jsonb_build_object('pid', (select pid from identity_facts where id = new.identity_id)));
  return null;
end $$;

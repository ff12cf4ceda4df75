-- Records an event when a player claims a guest.
create or replace function tell_of_guest() returns trigger language plpgsql as $$
begin
  perform tell_app(new.client_id, 'guest.claimed', jsonb_build_object('guestId', new.id, 'pid', (select pid from identity_facts where id = new.identity_id)));
  return null;
end $$;

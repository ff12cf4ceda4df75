-- Records events for the apps of a player whose status changes, and for the apps that the player owns. A suspension pauses these
-- apps, which ends their allowances. The grants of a deleted player end later in
-- the same transaction.
create or replace function tell_of_identity() returns trigger language plpgsql as $$
begin
  perform tell_app(g.client_id, case new.status when 'suspended' then 'player.suspended' when 'active' then 'player.reactivated' else 'player.deleted' end,
      jsonb_build_object('pid', new.handle || '@pid'))
    from app_grants g join apps a using (client_id) where g.identity_id = new.id and g.ended_at is null and a.deleted_at is null;
  if new.status <> 'deleted' then
    perform tell_app(a.client_id, case new.status when 'active' then 'app.resumed' else 'app.paused' end, '{}')
      from apps a where a.owner_id = new.id and a.deleted_at is null and a.paused_at is null;
  end if;
  if new.status = 'suspended' then
    perform end_allowances(a.client_id, null, 'app_paused') from apps a where a.owner_id = new.id and a.deleted_at is null;
  end if;
  return null;
end $$;

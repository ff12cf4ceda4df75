-- The given apps that are paused, or whose owner is not active. Locks the apps and their owners until the transaction ends.
create or replace function paused_apps(p_client_ids text[]) returns setof text language plpgsql as $$
declare
  v_owners constant uuid[] := array(select a.owner_id from apps a where a.client_id = any(p_client_ids));
begin
  perform hold_identities(v_owners);
  -- A separate statement, whose snapshot is taken after the owners were locked.
  return query
    select held.client_id
    from (select a.client_id, a.owner_id, a.paused_at, a.deleted_at from apps a where a.client_id = any(p_client_ids) order by a.client_id for share) held
    where held.deleted_at is null and case
      when held.owner_id = any(v_owners) then held.paused_at is not null or not exists (select from identity_facts i where i.id = held.owner_id and i.status = 'active')
      else app_transferred_meanwhile(held.client_id) end;
end $$;

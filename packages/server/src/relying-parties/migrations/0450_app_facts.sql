-- What other slices may know of an app.
create view app_facts as select client_id, deleted_at from apps;

-- As before, but by what the identity slice offers: its order of locks and its status.
create or replace function paused_apps(p_client_ids text[]) returns setof text language plpgsql as $$
begin
  perform hold_identities(array(select a.owner_id from apps a where a.client_id = any(p_client_ids)));
  -- A statement of its own, whose snapshot is younger than the locks on the owners.
  return query
    select held.client_id
    from (select a.client_id, a.owner_id, a.paused_at, a.deleted_at from apps a where a.client_id = any(p_client_ids) order by a.client_id for share) held
    where held.deleted_at is null
      and (held.paused_at is not null or not exists (select from identity_facts i where i.id = held.owner_id and i.status = 'active'));
end $$;

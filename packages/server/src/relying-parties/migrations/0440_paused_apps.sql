-- Which of these apps are paused, judged so that it stays true: until the caller's transaction ends, neither an administrator nor a
-- suspension of the owner can pause one of the others. Order of locks: identities, apps, accounts, as in a deletion.
create function paused_apps(p_client_ids text[]) returns setof text language plpgsql as $$
begin
  perform from identities i where i.id in (select a.owner_id from apps a where a.client_id = any(p_client_ids)) order by i.id for share;
  -- A statement of its own, whose snapshot is younger than the locks on the owners.
  return query
    select held.client_id
    from (select a.client_id, a.owner_id, a.paused_at, a.deleted_at from apps a where a.client_id = any(p_client_ids) order by a.client_id for share) held
    where held.deleted_at is null
      and (held.paused_at is not null or not exists (select from identities i where i.id = held.owner_id and i.status = 'active'));
end $$;

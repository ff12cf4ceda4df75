-- What other slices may know of an identity; its table is named by this slice alone.
create view identity_facts as select id, handle, handle || '@pid' as pid, status, created_at, bearer_epoch from identities;

-- Until the caller's transaction ends, nobody changes the status of these.
create function hold_identities(p_ids uuid[]) returns void language plpgsql as $$
begin
  perform from identities where id = any(p_ids) order by id for share;
end $$;

-- Locks identities, so that their status does not change before the caller's transaction ends.
create or replace function hold_identities(p_ids uuid[]) returns void language plpgsql as $$
begin
  perform from identities where id = any(p_ids) order by id for share;
end $$;

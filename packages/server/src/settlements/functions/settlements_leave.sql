-- Marks the settlements of an app as those of the owner who hands the app over now. The caller has locked the app.
create or replace function settlements_leave(p_client_id text, p_owner uuid) returns void language sql security definer set search_path from current as $$
  update settlements set former_owner_id = p_owner where client_id = p_client_id and former_owner_id is null
$$;
revoke all on function settlements_leave from public;

-- For `paused_apps`: the app was transferred before it was locked, so its new owner is not locked. The caller's transaction begins again.
create or replace function app_transferred_meanwhile(p_client_id text) returns boolean language plpgsql as $$
begin
  raise exception 'app % was transferred', p_client_id using errcode = 'serialization_failure';
end $$;

-- Whether real money can be in the database. A database without a mode counts as live.
create or replace function service_is_live() returns boolean language sql stable as $$
  select coalesce((select mode from service_mode), 'live') = 'live';
$$;

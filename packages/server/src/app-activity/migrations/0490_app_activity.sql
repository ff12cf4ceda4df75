-- The latest requests of an app, for whoever builds it: no player, no address, no body. Written in batches, trimmed with each.
create table app_requests (
  id bigint generated always as identity primary key,
  client_id text not null,
  at timestamptz not null,
  request_id text not null,
  method text not null,
  route text not null,
  status smallint not null,
  code text,
  -- Whose token it was: the app's own, a player's bearer, or nobody's who could prove it.
  caller text not null check (caller in ('app', 'player', 'unproven'))
);
create index app_requests_by_app on app_requests (client_id, id desc);
create index app_requests_by_age on app_requests (at);

create table app_logins (
  client_id text not null,
  day date not null,
  count integer not null check (count > 0),
  primary key (client_id, day)
);

-- What an app does is shown, what others pretend in its name is shown apart, so that neither pushes the other out. One at a time trims.
create function trim_app_requests(p_client_ids text[]) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(4100010) then return; end if;
  delete from app_requests r using (
    select id, caller, row_number() over (partition by client_id, caller = 'unproven' order by id desc) as place
    from app_requests where client_id = any(p_client_ids)
  ) k where r.id = k.id and k.place > case when k.caller = 'unproven' then 50 else 200 end;
end $$;

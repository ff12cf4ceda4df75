-- The latest requests of an app, for its developers: no player, no address, no body. Written in batches and trimmed with each batch.
create table app_requests (
  id bigint generated always as identity primary key,
  client_id text not null,
  at timestamptz not null,
  request_id text not null,
  method text not null,
  route text not null,
  status smallint not null,
  code text,
  -- The token of the request: the app's own, a player's bearer, or none that was valid.
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

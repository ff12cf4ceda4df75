-- Logins of devices without a browser (RFC 8628). An app must have asked for it: whoever knows its client_id could otherwise lead
-- players to a consent that nobody near them began.
alter table apps add column device_flow boolean not null default false;

create table device_logins (
  device_hash bytea primary key,
  -- Of the code that the player types, in capitals and without its hyphen.
  user_hash bytea not null unique,
  client_id text not null references apps (client_id),
  scope text not null,
  -- The network that asked (an IPv4 /24, an IPv6 /64), to tell a player whether the device is near.
  network text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  -- Grows by five with every poll that comes too soon (RFC 8628, 3.5).
  interval_seconds integer not null,
  polled_at timestamptz,
  decision text check (decision in ('allowed', 'denied')),
  identity_id uuid references identities (id),
  grant_id uuid references app_grants (id),
  -- The identity's epoch at consent: a suspension ends codes as it ends bearers.
  bearer_epoch integer,
  authenticated_at timestamptz,
  spent_at timestamptz
);
create index device_logins_expiry on device_logins (expires_at);
create index device_logins_identity on device_logins (identity_id);

-- Wrong codes of one player or address in a window of time.
create table device_guesses (
  key text primary key,
  began_at timestamptz not null,
  wrong integer not null
);

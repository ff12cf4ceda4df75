-- Apps that offer "sign in with PID". Secrets have 256 random bits, so a plain hash is enough.
create table apps (
  client_id text primary key,
  owner_id uuid not null references identities (id),
  name text not null,
  logo_url text,
  fee_bps integer not null check (fee_bps between 0 and 1000),
  fee_flat integer not null check (fee_flat between 0 and 1000000),
  verified boolean not null default false,
  secret_hash bytea not null,
  -- Machine tokens carry the epoch in which they were issued. A new secret starts a new epoch, which ends them.
  secret_epoch integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A deleted app keeps its row, because ledger and audit refer to it.
  deleted_at timestamptz,
  require_secret boolean not null default false,
  -- The secret before the last rotation, and until when it is accepted.
  previous_secret_hash bytea,
  previous_secret_until timestamptz,
  -- Set by an administrator. An app is also paused while its owner is suspended, which is not stored here.
  paused_at timestamptz,
  pause_reason text,
  -- What the app's own tokens may do. Checked at every use.
  scopes text[] not null default '{read,payments}' check (scopes <@ '{read,payments}'::text[] and 'read' = any(scopes)),
  -- Whether the app may start logins of devices (RFC 8628). Without it, a stranger who knows the client_id could lead players to a
  -- consent page that no device near them asked for.
  device_flow boolean not null default false,
  -- Where players ask about a payment.
  contact text check (length(contact) between 1 and 400)
);
create index apps_owner on apps (owner_id, created_at desc, client_id desc) where deleted_at is null;
create trigger apps_changed after update of verified, paused_at on apps for each row execute function tell_of_app();
create trigger identities_told_to_apps after update of status on identities for each row
  when (old.status <> new.status) execute function tell_of_identity();

create table app_origins (
  client_id text not null references apps (client_id),
  origin text not null,
  primary key (client_id, origin)
);

-- Once an app has any, only these exact addresses of its origins are accepted.
create table app_redirect_uris (
  client_id text not null references apps (client_id),
  uri text not null,
  primary key (client_id, uri)
);

-- A user's consent to one app. Every bearer of the app for this user depends on it and ends with it.
create table app_grants (
  id uuid primary key,
  client_id text not null references apps (client_id),
  identity_id uuid not null references identities (id),
  granted_at timestamptz not null,
  last_login_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create unique index app_grants_one_living on app_grants (identity_id, client_id) where ended_at is null;
create index app_grants_client on app_grants (client_id) where ended_at is null;
create trigger app_grants_made after insert on app_grants for each row execute function tell_of_grant();
create trigger app_grants_ended after update of ended_at on app_grants for each row
  when (old.ended_at is null and new.ended_at is not null) execute function tell_of_grant();

-- Login codes, by their hash. Used codes are kept for a while, so that a second use is recognised and audited.
create table login_codes (
  hash bytea primary key,
  protocol text not null check (protocol in ('pid', 'oidc')),
  client_id text not null references apps (client_id),
  grant_id uuid not null references app_grants (id),
  identity_id uuid not null references identities (id),
  -- The identity's epoch at consent: a suspension ends codes as it ends bearers.
  bearer_epoch integer not null,
  redirect_uri text not null,
  redirect_origin text not null,
  code_challenge text,
  scope text,
  nonce text,
  authenticated_at timestamptz not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz,
  reused_at timestamptz
);
create index login_codes_expiry on login_codes (expires_at);
create index login_codes_identity on login_codes (identity_id);

-- Keys that sign id_tokens. The next key is published before it signs, so that clients which cache the key set know it in time. A retired
-- key stays published until its last id_token has expired.
create table oidc_keys (
  kid text primary key,
  state text not null check (state in ('next', 'active', 'retired', 'revoked')),
  sealed_private_key bytea not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- As in signing_keys.
  master_key text
);
create unique index oidc_keys_one_active on oidc_keys (state) where state in ('next', 'active');

-- Logins of devices without a browser (RFC 8628).
create table device_logins (
  device_hash bytea primary key,
  -- Of the code that the player types, in upper case and without its hyphen.
  user_hash bytea not null unique,
  client_id text not null references apps (client_id),
  scope text not null,
  -- The network of the device (an IPv4 /24 or an IPv6 /64), so that the player can be told whether it is near.
  network text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  -- Grows by five with every poll that comes too early (RFC 8628, section 3.5).
  interval_seconds integer not null,
  polled_at timestamptz,
  decision text check (decision in ('allowed', 'denied')),
  identity_id uuid references identities (id),
  grant_id uuid references app_grants (id),
  -- As in login_codes.
  bearer_epoch integer,
  authenticated_at timestamptz,
  spent_at timestamptz
);
create index device_logins_expiry on device_logins (expires_at);
create index device_logins_identity on device_logins (identity_id);

-- Wrong codes that one player or address typed within a time window.
create table device_guesses (
  key text primary key,
  began_at timestamptz not null,
  wrong integer not null
);

-- Apps that offer "sign in with PID". Secrets are 256 random bits, so a plain hash of them is enough.
create table apps (
  client_id text primary key,
  owner_id uuid not null references identities (id),
  name text not null,
  logo_url text,
  fee_bps integer not null check (fee_bps between 0 and 1000),
  fee_flat integer not null check (fee_flat between 0 and 1000000),
  verified boolean not null default false,
  secret_hash bytea not null,
  -- Machine tokens carry the epoch they were issued in; a new secret begins a new one, and so ends them.
  secret_epoch integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A deleted app keeps its row, because ledger and audit speak of it.
  deleted_at timestamptz
);
create index apps_owner on apps (owner_id, created_at desc, client_id desc) where deleted_at is null;

create table app_origins (
  client_id text not null references apps (client_id),
  origin text not null,
  primary key (client_id, origin)
);

-- A user's consent to one app. Every bearer of the app for this user hangs on it and ends with it.
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

-- A login code, by its hash. Spent ones stay a while, so that a second use can be told and audited.
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

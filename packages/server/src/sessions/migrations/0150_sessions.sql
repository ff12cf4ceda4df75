-- Keys of our own tokens. One is active; retired ones still verify, revoked ones do not.
create table signing_keys (
  kid text primary key,
  secret bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  revoked_at timestamptz
);
create unique index signing_keys_one_active on signing_keys ((true)) where retired_at is null and revoked_at is null;

-- Secrets that the service makes for itself once and shares between nodes.
create table service_secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null
);

-- One signed-in device. Its refresh tokens form a family: each derives from the one before, and only hashes are stored.
create table sessions (
  id uuid primary key,
  identity_id uuid not null references identities (id),
  method text not null,
  user_agent text not null,
  created_at timestamptz not null,
  authenticated_at timestamptz not null,
  last_seen_at timestamptz not null,
  refresh_hash bytea not null,
  refresh_expires_at timestamptz not null,
  -- Tokens spent within the grace period, oldest first, with the moment of spending.
  spent_hashes bytea[] not null default '{}',
  spent_at timestamptz[] not null default '{}',
  family_expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create index sessions_identity on sessions (identity_id) where ended_at is null;

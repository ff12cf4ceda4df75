-- Keys that sign the service's own tokens. One is active; retired keys still verify, revoked keys do not.
create table signing_keys (
  kid text primary key,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  revoked_at timestamptz,
  -- The key outside the database that seals the secret. Null: written before sealing, and sealed or replaced at the next start.
  master_key text
);
create unique index signing_keys_one_active on signing_keys ((true)) where retired_at is null and revoked_at is null;

-- Secrets that the service creates once and shares between nodes.
create table service_secrets (
  name text primary key,
  sealed_value bytea not null,
  created_at timestamptz not null,
  -- As in signing_keys.
  master_key text
);

-- One signed-in device. Its refresh tokens form a family: each one derives from the previous one. Only hashes are stored.
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
  -- Tokens used within the grace period, oldest first, and when each was used.
  spent_hashes bytea[] not null default '{}',
  spent_at timestamptz[] not null default '{}',
  family_expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  -- The login or passkey that opened the session, so that both end together.
  opened_with uuid,
  -- False for a sign-in with a passkey that does not count yet: it gives no step-up.
  counts_as_recent boolean not null default true
);
create index sessions_identity on sessions (identity_id) where ended_at is null;

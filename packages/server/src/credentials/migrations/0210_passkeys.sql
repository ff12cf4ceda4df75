-- A P-256 key in somebody's device. A pending one waits for an existing passkey's approval, a revoked one stays known, so
-- that its credential id is never taken again and so that a first passkey can be told from a first after all were revoked.
create table passkeys (
  id uuid primary key,
  identity_id uuid not null references identities (id),
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  status text not null check (status in ('pending', 'active', 'revoked')),
  name text not null,
  -- The key twice: as the chain wants it (SEC 1, compressed) and as the authenticator gave it.
  compressed_key bytea not null check (octet_length(compressed_key) = 33),
  cose_key bytea not null,
  rp_id_hash bytea not null check (octet_length(rp_id_hash) = 32),
  counter bigint not null check (counter between 0 and 4294967295),
  backup_eligible boolean not null,
  backed_up boolean not null,
  transports text[] not null,
  -- The provider login of the session that registered it.
  registered_login_id uuid references provider_logins (id) on delete set null,
  created_at timestamptz not null,
  activated_at timestamptz,
  last_used_at timestamptz not null,
  last_login_at timestamptz not null,
  -- When it first signed something for us. Registration without attestation does not prove that the device holds the key.
  proven_at timestamptz,
  revoked_at timestamptz,
  revoked_reason text,
  check ((status = 'pending') = (activated_at is null)),
  check ((status = 'revoked') = (revoked_at is not null))
);
create index passkeys_identity on passkeys (identity_id);

-- Single use, five to ten minutes. Action and subject are part of the challenge and so of its hash.
create table passkey_challenges (
  hash bytea primary key,
  bound_to bytea not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

create table credential_approvals (
  id uuid primary key,
  identity_id uuid not null references identities (id),
  -- Null once a denied or expired passkey was dropped.
  passkey_id uuid unique references passkeys (id) on delete set null,
  state text not null check (state in ('pending', 'approved', 'denied')),
  name text not null,
  fingerprint text not null,
  session_id uuid not null,
  address text,
  user_agent text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  -- Who approved, and the assertion itself: its challenge holds the approved key.
  approved_by uuid references passkeys (id) on delete set null,
  assertion jsonb,
  check ((state = 'pending') = (decided_at is null)),
  check ((state = 'approved') = (assertion is not null))
);
create index credential_approvals_identity on credential_approvals (identity_id, created_at desc, id desc);

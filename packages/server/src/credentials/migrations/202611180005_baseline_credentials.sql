-- A login at an external provider. It is identified by issuer and subject, never by e-mail address.
create table provider_logins (
  id uuid primary key,
  identity_id uuid not null references identities (id),
  provider text not null,
  issuer text not null,
  subject text not null,
  email text not null,
  linked_at timestamptz not null,
  last_login_at timestamptz not null,
  -- The provider said `email_verified: false`: no mail about the identity goes to this address.
  is_email_unverified boolean not null default false,
  unique (issuer, subject)
);
create index provider_logins_identity on provider_logins (identity_id);

-- Credentials of deleted identities, which never sign in again. Keyed hashes: the subject itself is erased.
create table burnt_credentials (
  hash bytea primary key,
  burnt_at timestamptz not null
);
create trigger burnt_credentials_append_only before update or delete on burnt_credentials for each row execute function refuse_change();
create trigger burnt_credentials_no_truncate before truncate on burnt_credentials for each statement execute function refuse_change();

-- P-256 keys. A pending passkey waits for the approval of an existing one. A revoked passkey keeps its row: its credential id is never
-- accepted again, and a first passkey can be told from the first one after all were revoked.
create table passkeys (
  id uuid primary key,
  identity_id uuid not null references identities (id),
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  status text not null check (status in ('pending', 'active', 'revoked')),
  name text not null,
  -- The same key in two encodings: SEC 1 compressed for the chain, COSE as the authenticator sent it.
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
  -- When it first signed something for us. A registration without attestation does not prove that the device has the key.
  proven_at timestamptz,
  revoked_at timestamptz,
  revoked_reason text,
  -- From then on it gives step-up, approves and deletes. Until then it only signs in. Null: never.
  counts_from timestamptz,
  -- When a recovery installed it. Such a passkey does not lift an earlier freeze.
  recovered_at timestamptz,
  check ((status = 'pending') = (activated_at is null)),
  check ((status = 'revoked') = (revoked_at is not null))
);
create index passkeys_identity on passkeys (identity_id);
-- The registrar finds the player of a key before it signs.
create index passkeys_key on passkeys (compressed_key);

-- Single use, five to ten minutes. Action and subject are part of the challenge and therefore of its hash.
create table passkey_challenges (
  hash bytea primary key,
  bound_to bytea not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

create table credential_approvals (
  id uuid primary key,
  identity_id uuid not null references identities (id),
  -- Null once a denied or expired passkey was deleted.
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
  approved_by uuid references passkeys (id) on delete set null,
  -- The challenge of the assertion contains the approved key.
  assertion jsonb,
  check ((state = 'pending') = (decided_at is null)),
  check ((state = 'approved') = (assertion is not null))
);
create index credential_approvals_identity on credential_approvals (identity_id, created_at desc, id desc);

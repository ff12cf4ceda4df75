-- What finalized blocks last said about a wallet. Older blocks change nothing after that.
create table recovery_sights (
  identity_id uuid primary key references identities (id),
  slot numeric(20) not null,
  seen_at timestamptz not null,
  policy_nonce numeric(20) not null,
  authority bytea,
  -- Whether the wallet was ever controlled by a passkey of this identity. A claim by a certificate alone is not.
  is_ours boolean not null
);

-- New passkeys that wait for a recovery. They outlive its attempts: a finish on the chain may name one whose attempt ended here.
create table recovery_passkeys (
  identity_id uuid not null references identities (id),
  compressed_key bytea not null check (octet_length(compressed_key) = 33),
  -- The rest of the passkey, as its registration gave it.
  passkey jsonb not null,
  -- Sixty days, or for as long as a vote for it may still count.
  kept_until timestamptz not null,
  primary key (identity_id, compressed_key)
);
create index recovery_passkeys_kept on recovery_passkeys (kept_until);
insert into recovery_passkeys (identity_id, compressed_key, passkey, kept_until)
select distinct on (identity_id, compressed_key) identity_id, compressed_key, passkey, started_at + interval '90 days'
from recovery_attempts where passkey is not null and state <> 'finished' order by identity_id, compressed_key, started_at desc;
comment on column recovery_attempts.passkey is 'read by nobody since recovery_passkeys';

-- The policy under which an attempt began: a higher nonce means that a policy, a cancelling or a finish has cleared its votes.
alter table recovery_attempts add column policy_nonce numeric(20);
-- How long its owner has to object, from when they were first told.
alter table recovery_attempts add column delay_seconds integer not null default 604800;
-- When a freeze made the seven days begin again, which happens once.
alter table recovery_attempts add column restarted_at timestamptz;
-- When finalized blocks named its passkey while a freeze kept it from being installed.
alter table recovery_attempts add column taken_at timestamptz;
create index recovery_attempts_session on recovery_attempts (session_id, started_at) where session_id is not null;
create index recovery_attempts_key_told on recovery_attempts (identity_id, compressed_key, started_at);

-- Recoveries, each with the passkey that would take over. For a recovery that was started outside PID, only its key is known.
create table recovery_attempts (
  id uuid primary key,
  identity_id uuid not null references identities (id),
  mode text not null check (mode in ('chain', 'database')),
  state text not null check (state in ('open', 'cancelled', 'finished')),
  compressed_key bytea not null check (octet_length(compressed_key) = 33),
  session_id uuid,
  started_at timestamptz not null,
  -- In database mode set at the start; in chain mode once enough guardians have approved.
  ready_at timestamptz,
  -- When the owner was last notified.
  told_at timestamptz not null,
  settled_at timestamptz,
  -- The policy under which the attempt started. A higher nonce means that a new policy, a cancellation or a finish has cleared its votes.
  policy_nonce numeric(20),
  -- How long the owner can object, from the first notice.
  delay_seconds integer not null default 604800,
  -- When a freeze restarted the delay. That happens once.
  restarted_at timestamptz,
  -- When finalized blocks named its passkey while a freeze kept it from being installed.
  taken_at timestamptz,
  check ((state = 'open') = (settled_at is null))
);
-- One open recovery per key, and one in database mode.
create unique index recovery_attempts_key on recovery_attempts (identity_id, compressed_key) where state = 'open';
create unique index recovery_attempts_database on recovery_attempts (identity_id) where state = 'open' and mode = 'database';
create index recovery_attempts_identity on recovery_attempts (identity_id, started_at desc);
create index recovery_attempts_open on recovery_attempts (id) where state = 'open';
create index recovery_attempts_session on recovery_attempts (session_id, started_at) where session_id is not null;
create index recovery_attempts_key_told on recovery_attempts (identity_id, compressed_key, started_at);

-- New passkeys that wait for a recovery. They outlive its attempts: a finish on the chain may name a passkey whose attempt has ended here.
create table recovery_passkeys (
  identity_id uuid not null references identities (id),
  compressed_key bytea not null check (octet_length(compressed_key) = 33),
  -- The rest of the passkey, as registered.
  passkey jsonb not null,
  -- Sixty days, or for as long as a vote for it may still count.
  kept_until timestamptz not null,
  primary key (identity_id, compressed_key)
);
create index recovery_passkeys_kept on recovery_passkeys (kept_until);

-- The guardians of the policy that was last seen on the chain.
create table recovery_guardians (
  identity_id uuid not null references identities (id),
  place integer not null check (place between 0 and 4),
  kind text not null check (kind in ('passkey', 'sheet', 'account')),
  -- The public key, or the guardian's account id.
  key bytea not null,
  -- When a guardian declined. They are not asked any more; on the chain only the owner's passkey removes them.
  left_at timestamptz,
  primary key (identity_id, place)
);
create index recovery_guardians_key on recovery_guardians (key);

-- The terms of the policy that was last seen, and its nonce. Lower nonces are ignored, so a node that lags repeats no notice.
create table recovery_policies (
  identity_id uuid primary key references identities (id),
  nonce numeric(20) not null check (nonce >= 0),
  -- Null for policies from before this table.
  threshold integer check (threshold between 0 and 5),
  delay_seconds integer check (delay_seconds >= 0)
);

-- What finalized blocks last said about a wallet. Older blocks are ignored.
create table recovery_sights (
  identity_id uuid primary key references identities (id),
  slot numeric(20) not null,
  seen_at timestamptz not null,
  policy_nonce numeric(20) not null,
  authority bytea,
  -- Whether a passkey of this identity ever controlled the wallet. A claim by a certificate alone does not count.
  is_ours boolean not null
);

-- The position of the watch over all activated wallets and over open recoveries. One node at a time runs a round.
create table recovery_watch (
  after_identity uuid not null,
  next_at timestamptz not null default '2000-01-01',
  after_attempt uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into recovery_watch (after_identity) values ('00000000-0000-0000-0000-000000000000');

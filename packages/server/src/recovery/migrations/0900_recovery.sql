-- Recoveries, each with the passkey that would take over. One that was begun past us has none that we know more of than its key.
create table recovery_attempts (
  id uuid primary key,
  identity_id uuid not null references identities (id),
  mode text not null check (mode in ('chain', 'database')),
  state text not null check (state in ('open', 'cancelled', 'finished')),
  compressed_key bytea not null check (octet_length(compressed_key) = 33),
  -- The rest of the passkey, as its registration gave it.
  passkey jsonb,
  session_id uuid,
  started_at timestamptz not null,
  -- Of the database mode from the beginning; of the chain once enough guardians have approved.
  ready_at timestamptz,
  -- When its owner was last told.
  told_at timestamptz not null,
  settled_at timestamptz,
  check ((state = 'open') = (settled_at is null))
);
-- Of one key there is one recovery at a time, and without guardians one in all.
create unique index recovery_attempts_key on recovery_attempts (identity_id, compressed_key) where state = 'open';
create unique index recovery_attempts_database on recovery_attempts (identity_id) where state = 'open' and mode = 'database';
create index recovery_attempts_identity on recovery_attempts (identity_id, started_at desc);
create index recovery_attempts_open on recovery_attempts (id) where state = 'open';

-- The policy as it was last seen on the chain: who guards whom.
create table recovery_guardians (
  identity_id uuid not null references identities (id),
  place integer not null check (place between 0 and 4),
  kind text not null check (kind in ('passkey', 'sheet', 'account')),
  -- The key, or the guardian's account id.
  key bytea not null,
  primary key (identity_id, place)
);
create index recovery_guardians_key on recovery_guardians (key);
-- The chain knows a player by a hash; whoever was named here is known by it.
create table recovery_players (account_id bytea primary key, pid text not null);

-- How far the watch over all activated wallets has come.
create table recovery_watch (after_identity uuid not null);
insert into recovery_watch values ('00000000-0000-0000-0000-000000000000');

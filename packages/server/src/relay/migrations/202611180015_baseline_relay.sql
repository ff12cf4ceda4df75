create table relay_operations (
  id uuid primary key,
  position bigint generated always as identity,
  identity_id uuid not null references identities (id),
  kind text not null check (kind in ('activate', 'withdraw', 'rotate', 'register_session', 'revoke_session',
    'set_recovery_policy', 'vote_recovery', 'cancel_recovery', 'finish_recovery')),
  account_address text not null,
  account_nonce bigint not null check (account_nonce >= 0),
  state text not null default 'prepared' check (state in ('prepared', 'confirmed', 'finalized', 'failed', 'expired', 'superseded')),
  signature text not null unique,
  wire bytea not null,
  last_valid_block_height bigint not null,
  request_hash bytea not null,
  idempotency_key text,
  network_fee_lamports bigint not null check (network_fee_lamports >= 0),
  protocol_fee_lamports bigint not null check (protocol_fee_lamports >= 0),
  -- What the relayer pays until the chain reimburses it, or for good where `reimbursed` is false.
  sponsored_lamports bigint not null check (sponsored_lamports >= 0),
  reimbursed boolean not null,
  -- The budget that pays, one per purpose, so that no purpose can use up another's. `general` is from before there were several.
  pool text not null check (pool in ('general', 'withdrawal', 'activation', 'session', 'emergency', 'recovery', 'policy', 'sponsorship')),
  details jsonb not null default '{}',
  error text,
  sends integer not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  settled_at timestamptz,
  -- The slot of the blockhash: the transaction cannot have landed before it.
  blockhash_slot bigint,
  -- Since when the nonce is known to be used while it is not known by which transaction.
  seek_since timestamptz,
  -- How far back the account's history was searched for that transaction. The next search continues there.
  seek_before text,
  -- Rent is part of the sponsored lamports. When the account is closed it returns to its pool, once.
  rent_account text,
  rent_lamports bigint not null default 0 check (rent_lamports >= 0),
  rent_returned_at timestamptz,
  -- The app through which a sponsored player came; the sponsorship counts towards its daily budget.
  sponsor_app text check ((sponsor_app is not null) = (pool = 'sponsorship'))
);
-- New bytes for a nonce are stored only when no others can land any more.
create unique index relay_operations_nonce on relay_operations (account_address, account_nonce) where state in ('prepared', 'confirmed', 'finalized');
create unique index relay_operations_key on relay_operations (identity_id, idempotency_key) where idempotency_key is not null and state in ('prepared', 'confirmed', 'finalized');
-- An identity is sponsored once. A failed attempt may be repeated.
create unique index relay_operations_sponsored_once on relay_operations (identity_id)
  where pool = 'sponsorship' and state in ('prepared', 'confirmed', 'finalized');
create index relay_operations_due on relay_operations (next_attempt_at) where state in ('prepared', 'confirmed');
create index relay_operations_seek on relay_operations (next_attempt_at) where state in ('prepared', 'confirmed') and seek_since is not null;
create index relay_operations_identity on relay_operations (identity_id, position desc);
create index relay_operations_request on relay_operations (identity_id, request_hash);
create index relay_operations_rent on relay_operations (rent_account) where rent_lamports > 0 and rent_returned_at is null;
create trigger relay_operations_guard before update or delete on relay_operations for each row execute function relay_operations_guard();

-- Lamports sponsored on a UTC day: of one identity (holder is its id), or of all (holder is 'all').
create table relay_spending (
  day date not null,
  pool text not null check (pool in ('general', 'withdrawal', 'activation', 'session', 'emergency', 'recovery', 'policy', 'sponsorship')),
  holder text not null,
  lamports bigint not null check (lamports >= 0),
  primary key (day, pool, holder)
);

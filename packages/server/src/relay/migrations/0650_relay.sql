create table relay_operations (
  id uuid primary key,
  position bigint generated always as identity,
  identity_id uuid not null references identities (id),
  kind text not null check (kind in ('activate', 'withdraw', 'rotate', 'register_session', 'revoke_session')),
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
  -- What the relayer stands for until the chain has paid it back; for good where nobody does.
  sponsored_lamports bigint not null check (sponsored_lamports >= 0),
  reimbursed boolean not null,
  pool text not null check (pool in ('general', 'emergency')),
  details jsonb not null default '{}',
  error text,
  sends integer not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  settled_at timestamptz
);

-- New bytes for a nonce exist only when no others can land any more.
create unique index relay_operations_nonce on relay_operations (account_address, account_nonce) where state in ('prepared', 'confirmed', 'finalized');
create unique index relay_operations_key on relay_operations (identity_id, idempotency_key) where idempotency_key is not null and state in ('prepared', 'confirmed', 'finalized');
create index relay_operations_due on relay_operations (next_attempt_at) where state in ('prepared', 'confirmed');
create index relay_operations_identity on relay_operations (identity_id, position desc);
create index relay_operations_request on relay_operations (identity_id, request_hash);

-- A settled operation is history; what was signed never changes.
create function relay_operations_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'relayed operations are never deleted'; end if;
  if old.state in ('finalized', 'failed', 'expired', 'superseded') and new.state <> old.state then
    raise exception 'operation % is settled as %', old.id, old.state;
  end if;
  if (new.wire, new.signature, new.account_address, new.account_nonce, new.identity_id) is distinct from
     (old.wire, old.signature, old.account_address, old.account_nonce, old.identity_id) then
    raise exception 'the bytes of operation % are signed', old.id;
  end if;
  return new;
end $$;
create trigger relay_operations_guard before update or delete on relay_operations for each row execute function relay_operations_guard();

-- Sponsored lamports of a UTC day: of one identity (holder is its id) or of all (holder is 'all').
create table relay_spending (
  day date not null,
  pool text not null check (pool in ('general', 'emergency')),
  holder text not null,
  lamports bigint not null check (lamports >= 0),
  primary key (day, pool, holder)
);

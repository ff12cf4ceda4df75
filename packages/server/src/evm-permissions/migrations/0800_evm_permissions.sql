-- Scoped P-256 session keys of EVM accounts, approved by a passkey over their EIP-712 digest.
create table evm_permissions (
  id uuid primary key,
  identity_id uuid not null references identities (id),
  -- The app that asked for it and holds it; null when the user made it for themselves.
  client_id text references apps (client_id),
  status text not null check (status in ('pending', 'active', 'expired', 'revoked')),
  digest bytea not null unique check (octet_length(digest) = 32),
  chain_id bigint not null check (chain_id > 0),
  account bytea not null check (octet_length(account) = 20),
  verifier bytea not null check (octet_length(verifier) = 20),
  key_x bytea not null check (octet_length(key_x) = 32),
  key_y bytea not null check (octet_length(key_y) = 32),
  -- [{to, selector}] and [{token or null for the native coin, limit, period}], in the order of the digest.
  calls jsonb not null,
  spend jsonb not null,
  starts_at bigint not null,
  expires_at bigint not null check (expires_at > starts_at),
  salt bytea not null check (octet_length(salt) = 32),
  -- Where the hosted page sends the user back to, and what the app wants to find there.
  redirect_uri text,
  state text,
  created_at timestamptz not null,
  approve_by timestamptz not null,
  approved_at timestamptz,
  -- The owner's assertion: whoever brings the permission to the chain needs it there.
  authenticator_data bytea,
  client_data_tail bytea,
  signature bytea,
  ended_at timestamptz,
  end_reason text,
  check (status <> 'active' or approved_at is not null)
);
create index evm_permissions_identity on evm_permissions (identity_id, created_at desc, id desc);
create index evm_permissions_app on evm_permissions (client_id, created_at desc, id desc) where client_id is not null;
create index evm_permissions_living on evm_permissions (expires_at) where status in ('pending', 'active');

-- A digest is used once, for ever, and what was signed under it never changes: the database itself sees to it.
create function keep_evm_permission_permanent() returns trigger language plpgsql as $$
begin
  if (new.id, new.identity_id, new.digest, new.chain_id, new.account, new.verifier, new.key_x, new.key_y, new.calls, new.spend, new.starts_at, new.expires_at, new.salt)
    is distinct from (old.id, old.identity_id, old.digest, old.chain_id, old.account, old.verifier, old.key_x, old.key_y, old.calls, old.spend, old.starts_at, old.expires_at, old.salt) then
    raise exception 'what a permission says never changes' using errcode = 'restrict_violation';
  end if;
  if old.status in ('expired', 'revoked') and new.status <> old.status then
    raise exception 'a permission that has ended never lives again' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger evm_permissions_permanent before update on evm_permissions for each row execute function keep_evm_permission_permanent();
create trigger evm_permissions_no_delete before delete on evm_permissions for each row execute function refuse_change();
create trigger evm_permissions_no_truncate before truncate on evm_permissions for each statement execute function refuse_change();

-- What is spent of each limit in the period that begins at window_start (unix seconds). It never goes back to an earlier one.
create table evm_permission_usage (
  permission_id uuid not null references evm_permissions (id),
  entry smallint not null,
  window_start bigint not null,
  spent numeric(78, 0) not null check (spent >= 0),
  primary key (permission_id, entry)
);

-- The first answer to a spend with an Idempotency-Key, so that a repeated one is not counted twice.
create table evm_permission_spend_keys (
  permission_id uuid not null references evm_permissions (id),
  key text not null,
  token bytea,
  amount numeric(78, 0) not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (permission_id, key)
);
create index evm_permission_spend_keys_age on evm_permission_spend_keys (created_at);

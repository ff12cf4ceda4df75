-- Scoped P-256 session keys of EVM accounts. A passkey approves the EIP-712 digest.
create table evm_permissions (
  id uuid primary key,
  identity_id uuid not null references identities (id),
  -- The app that requested and uses it. Null: the user created it.
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
  -- Where the hosted page sends the user afterwards, and the app's state parameter.
  redirect_uri text,
  state text,
  created_at timestamptz not null,
  approve_by timestamptz not null,
  approved_at timestamptz,
  -- The owner's assertion, which the contract on the chain verifies.
  authenticator_data bytea,
  client_data_tail bytea,
  signature bytea,
  ended_at timestamptz,
  end_reason text,
  -- Whether a node of the chain confirmed that account and verifier are contracts. False where no node is configured.
  contracts_seen boolean not null default false,
  check (status <> 'active' or approved_at is not null)
);
create index evm_permissions_identity on evm_permissions (identity_id, created_at desc, id desc);
create index evm_permissions_app on evm_permissions (client_id, created_at desc, id desc) where client_id is not null;
create index evm_permissions_living on evm_permissions (expires_at) where status in ('pending', 'active');
create trigger evm_permissions_permanent before update on evm_permissions for each row execute function keep_evm_permission_permanent();
create trigger evm_permissions_no_delete before delete on evm_permissions for each row execute function refuse_change();
create trigger evm_permissions_no_truncate before truncate on evm_permissions for each statement execute function refuse_change();

-- The amount spent of each limit in the period that starts at window_start (unix seconds). It never returns to an earlier period.
create table evm_permission_usage (
  permission_id uuid not null references evm_permissions (id),
  entry smallint not null,
  window_start bigint not null,
  spent numeric(78, 0) not null check (spent >= 0),
  primary key (permission_id, entry)
);

-- The first answer to a spend with an Idempotency-Key, so that a repeated request is counted once.
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

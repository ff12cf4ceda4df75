-- Who controlled an identity's smart account when the chain was last read. The chain decides; this row answers without a request to it.
create table smart_accounts (
  identity_id uuid primary key references identities (id),
  authority bytea not null check (length(authority) = 33),
  epoch integer not null check (epoch >= 0),
  updated_at timestamptz not null
);

-- The amount of a withdrawal of everything, read from its final transaction.
create table withdrawn_amounts (
  operation_id uuid primary key references relay_operations (id),
  amount numeric(20) not null check (amount > 0)
);
create index relay_operations_everything on relay_operations (position)
  where kind = 'withdraw' and details->>'amount' = '18446744073709551615' and state = 'finalized';

-- Certificates of the registrar for passkeys of wallets that are not activated yet. Players keep them; a stored one saves a signature when it
-- is requested again.
create table account_certificates (
  passkey_id uuid primary key references passkeys (id) on delete cascade,
  identity_id uuid not null references identities (id),
  issued_at bigint not null,
  registrar text not null,
  message bytea not null check (length(message) = 186),
  signature bytea not null check (length(signature) = 64)
);
create index account_certificates_identity on account_certificates (identity_id);

-- Claims seen on the chain for wallets that are not activated.
create table account_claims (
  identity_id uuid primary key references identities (id),
  authority bytea not null check (length(authority) = 33),
  issued_at bigint not null,
  ready_at bigint not null,
  seen_at timestamptz not null
);

-- The position of the watch over claims. Each node takes the next part and moves it on.
create table claim_watch (
  only_row boolean primary key default true check (only_row),
  after_identity uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into claim_watch default values;

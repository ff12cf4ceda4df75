-- Certificates of the registrar for passkeys of wallets that are not activated yet. They are the player's to keep; kept here so that
-- asking again costs no signature.
create table account_certificates (
  passkey_id uuid primary key references passkeys (id) on delete cascade,
  identity_id uuid not null references identities (id),
  issued_at bigint not null,
  registrar text not null,
  message bytea not null check (length(message) = 186),
  signature bytea not null check (length(signature) = 64)
);
create index account_certificates_identity on account_certificates (identity_id);

-- Claims that were seen on the chain for wallets that are not activated.
create table account_claims (
  identity_id uuid primary key references identities (id),
  authority bytea not null check (length(authority) = 33),
  issued_at bigint not null,
  ready_at bigint not null,
  seen_at timestamptz not null
);

-- How far the watch over claims has come: one row, moved on by whoever takes the next part.
create table claim_watch (
  only_row boolean primary key default true check (only_row),
  after_identity uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into claim_watch default values;

-- What the chain said last about who controls an identity's smart account. The chain decides; this answers without asking it.
create table smart_accounts (
  identity_id uuid primary key references identities (id),
  authority bytea not null check (length(authority) = 33),
  epoch integer not null check (epoch >= 0),
  updated_at timestamptz not null
);

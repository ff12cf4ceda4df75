-- Safe while nodes serve: yes.
-- The embedded development chain, one per database. Blockhashes, genesis hash and faucet derive from the seed; slots from the clock.
create table if not exists embedded_chain (
  only_one boolean primary key default true check (only_one),
  seed bytea not null,
  anchor_slot bigint not null,
  anchor_millis bigint not null,
  slot_millis integer not null,
  last_slot bigint not null,
  -- Counts owners. A process that lost the chain to another one cannot write any more.
  owner_epoch bigint not null default 0,
  owner_address text,
  owner_token text
);

-- Accounts as the last transaction left them, except those that the virtual machine provides itself.
create table if not exists embedded_chain_accounts (
  address bytea primary key,
  owner bytea not null,
  lamports bigint not null check (lamports > 0),
  executable boolean not null,
  data bytea not null
);
-- Token accounts have their holder at offset 32.
create index if not exists embedded_chain_accounts_owner on embedded_chain_accounts (owner, substring(data from 33 for 32));

create table if not exists embedded_chain_transactions (
  signature bytea primary key,
  slot bigint not null,
  -- The order within the chain.
  position bigint not null unique,
  error jsonb,
  wire bytea not null,
  meta jsonb not null,
  addresses bytea[] not null
);
create index if not exists embedded_chain_transactions_slot on embedded_chain_transactions (slot);
create index if not exists embedded_chain_transactions_addresses on embedded_chain_transactions using gin (addresses);

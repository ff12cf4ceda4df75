-- The chain to which this database belongs. Stored operations mean nothing on another chain, so this row never changes.
create table chain_identity (
  only_one boolean primary key default true check (only_one),
  genesis_hash text not null,
  created_at timestamptz not null
);

-- The one chain that this database belongs to. Operations recorded here mean nothing on another, so it is never changed.
create table chain_identity (
  only_one boolean primary key default true check (only_one),
  genesis_hash text not null,
  created_at timestamptz not null
);

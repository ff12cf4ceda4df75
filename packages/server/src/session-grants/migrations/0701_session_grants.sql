-- Sessions that were registered through us. What the chain says about them is read there, never kept here.
create table session_grants (
  session_address text primary key,
  identity_id uuid not null references identities (id),
  position bigint generated always as identity,
  vault text not null,
  session_pubkey text not null,
  allowed_program text not null,
  expires_at bigint not null,
  signature text not null,
  registered_at timestamptz not null
);
create index session_grants_identity on session_grants (identity_id, position desc);

-- Moves that the play sponsor has paid for: the same move sent again is the same transaction and is counted once.
create table play_moves (
  signature text primary key,
  identity_id uuid not null references identities (id),
  session_address text not null,
  lamports bigint not null check (lamports >= 0),
  created_at timestamptz not null
);
create index play_moves_age on play_moves (created_at);

-- Sponsored lamports of a UTC day: of one identity (holder is its id) or of all (holder is 'all').
create table play_spending (
  day date not null,
  holder text not null,
  lamports bigint not null check (lamports >= 0),
  primary key (day, holder)
);

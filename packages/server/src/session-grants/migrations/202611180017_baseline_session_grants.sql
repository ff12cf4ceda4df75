-- Game programs that administrators allow in addition to those of the configuration.
create table game_programs (
  program text primary key check (length(program) between 32 and 44),
  name text not null check (length(name) between 1 and 80),
  -- The app of the game, if it is registered here.
  client_id text,
  created_by text not null,
  created_at timestamptz not null
);

-- Sessions registered through PID. Their state is read from the chain and never stored here.
create table session_grants (
  session_address text primary key,
  identity_id uuid not null references identities (id),
  position bigint generated always as identity,
  vault text not null,
  session_pubkey text not null,
  allowed_program text not null,
  expires_at bigint not null,
  signature text not null,
  registered_at timestamptz not null,
  -- The rent comes back when the session is closed, some time after its end. Nodes note their attempts to share the work.
  close_tried_at timestamptz,
  closed_at timestamptz
);
create index session_grants_identity on session_grants (identity_id, position desc);
create index session_grants_to_close on session_grants (expires_at) where closed_at is null;

-- Moves paid by the play sponsor. A move that is sent again is the same transaction and counts once.
create table play_moves (
  signature text primary key,
  identity_id uuid not null references identities (id),
  session_address text not null,
  lamports bigint not null check (lamports >= 0),
  created_at timestamptz not null
);
create index play_moves_age on play_moves (created_at);

-- Lamports sponsored on a UTC day: of one identity (holder is its id), or of all (holder is 'all').
create table play_spending (
  day date not null,
  holder text not null,
  lamports bigint not null check (lamports >= 0),
  primary key (day, holder)
);

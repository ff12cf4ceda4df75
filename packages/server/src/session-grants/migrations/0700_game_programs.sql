-- Game programs that administrators allow besides those of the configuration.
create table game_programs (
  program text primary key check (length(program) between 32 and 44),
  name text not null check (length(name) between 1 and 80),
  -- The app whose game it is, when it is one of ours to name.
  client_id text,
  created_by text not null,
  created_at timestamptz not null
);

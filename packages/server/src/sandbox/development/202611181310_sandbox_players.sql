-- Safe while nodes serve: yes.
-- Test players, with the app that made them. Only that app acts for them.
create table if not exists sandbox_players (
  identity_id uuid primary key references identities (id),
  client_id text not null,
  created_at timestamptz not null
);

-- Links that sign a test player in, once.
create table if not exists sandbox_login_links (
  hash bytea primary key,
  identity_id uuid not null references sandbox_players (identity_id) on delete cascade,
  expires_at timestamptz not null
);
create index if not exists sandbox_login_links_expiry on sandbox_login_links (expires_at);
create index if not exists sandbox_login_links_identity on sandbox_login_links (identity_id);

-- Safe while nodes serve: yes. Older nodes ignore the new columns and tables, and do not change them.
-- Where the game starts, and its names and short texts by language. An administrator reviews both with the cover.
alter table apps add column play_url text check (length(play_url) between 1 and 500);
alter table apps add column texts jsonb not null default '{}' check (jsonb_typeof(texts) = 'object' and length(texts::text) <= 4000);
create index if not exists apps_games on apps (created_at desc, client_id desc) where verified and deleted_at is null and play_url is not null;

-- The picture of a game, without metadata. The id is part of its address and is never reused.
create table app_covers (
  client_id text primary key references apps (client_id),
  id text not null unique,
  jpeg bytea not null check (length(jpeg) <= 15000),
  at timestamptz not null
);

create table favourite_games (
  identity_id uuid not null references identities (id),
  client_id text not null references apps (client_id),
  at timestamptz not null,
  primary key (identity_id, client_id)
);
create index favourite_games_client on favourite_games (client_id);

-- Personal data has its own tables, so that it can be erased while the handle stays.
create table profiles (
  identity_id uuid primary key references identities (id),
  display_name text,
  avatar_url text,
  bio text,
  country text,
  locale text,
  updated_at timestamptz not null
);

-- Uploaded pictures, encoded again by the service. The id is part of the picture's address and is never reused.
create table profile_avatars (
  identity_id uuid primary key references identities (id) on delete cascade,
  id text not null unique,
  png bytea not null check (length(png) <= 300000),
  at timestamptz not null
);

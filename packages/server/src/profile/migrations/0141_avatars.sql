-- Pictures that players have uploaded, as we wrote them anew. The id is in their address and never used again.
create table profile_avatars (
  identity_id uuid primary key references identities (id) on delete cascade,
  id text not null unique,
  png bytea not null check (length(png) <= 300000),
  at timestamptz not null
);

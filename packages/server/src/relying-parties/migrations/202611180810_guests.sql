-- Safe while nodes serve: yes, creates a table.
-- Players without a PID, for whom an app wants to keep progress. A guest that was claimed belongs to that player for good.
create table guests (
  id uuid primary key,
  client_id text not null references apps (client_id),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  identity_id uuid references identities (id),
  claimed_at timestamptz,
  check ((identity_id is null) = (claimed_at is null))
);
create index guests_of_identity on guests (identity_id) where identity_id is not null;
create index guests_unclaimed on guests (created_at) where identity_id is null;
create trigger guests_claimed after update of identity_id on guests for each row
  when (old.identity_id is null and new.identity_id is not null) execute function tell_of_guest();

-- Safe while nodes serve: yes, creates tables.
-- Players who run an app besides its owner, and former owners. Rows are kept: the books prove with them that a deposit came from the team.
create table app_members (
  id uuid primary key,
  client_id text not null references apps (client_id),
  identity_id uuid not null references identities (id),
  -- `owner`: a former owner. The current one is in `apps`.
  role text not null check (role in ('owner', 'developer', 'finance')),
  since timestamptz not null,
  ended_at timestamptz,
  check (role <> 'owner' or ended_at is not null)
);
create unique index app_members_one on app_members (client_id, identity_id) where ended_at is null;
create index app_members_client on app_members (client_id);
create index app_members_identity on app_members (identity_id);

create table app_invitations (
  id uuid primary key,
  client_id text not null references apps (client_id),
  identity_id uuid not null references identities (id),
  -- `owner`: the player is asked to take over the app.
  role text not null check (role in ('owner', 'developer', 'finance')),
  invited_by uuid not null references identities (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answer text check (answer in ('accepted', 'declined', 'withdrawn', 'expired')),
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null))
);
create unique index app_invitations_one on app_invitations (client_id, identity_id) where answer is null;
create unique index app_invitations_one_transfer on app_invitations (client_id) where answer is null and role = 'owner';
create index app_invitations_client on app_invitations (client_id, created_at);
create index app_invitations_identity on app_invitations (identity_id);
create index app_invitations_inviter on app_invitations (invited_by);
create index app_invitations_expiry on app_invitations (expires_at);

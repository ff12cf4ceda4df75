-- Safe while nodes serve: yes. New tables, which earlier nodes ignore.
-- Birth months, sealed. The ledger judges by `adult_from` of the account, which follows from the month.
create table family_birth_months (
  identity_id uuid primary key references identities (id),
  -- Empty after the master key was lost.
  birth_month bytea not null,
  master_key text not null,
  set_at timestamptz not null
);

-- Who is a parent of whom. `ledger_accounts.parents` of the child lists the same; both change together, under the lock of that account.
create table family_links (
  child_id uuid not null references identities (id),
  parent_id uuid not null references identities (id),
  since timestamptz not null,
  primary key (child_id, parent_id),
  check (child_id <> parent_id)
);
create index family_links_parent on family_links (parent_id);

-- One code per child. Using it deletes the row.
create table family_invitations (
  child_id uuid primary key references identities (id),
  code_hash bytea not null unique,
  -- The child, or the parent who invites the second one.
  invited_by uuid not null references identities (id),
  expires_at timestamptz not null
);
create index family_invitations_inviter on family_invitations (invited_by);

-- Payments that a child asks the parents to allow. An approval is for this child, payment and total.
create table family_requests (
  id uuid primary key,
  child_id uuid not null references identities (id),
  payment_id uuid not null,
  total bigint not null check (total > 0),
  app text not null,
  asked_at timestamptz not null,
  decision text check (decision in ('allow', 'deny')),
  decided_by uuid references identities (id),
  decided_at timestamptz,
  unique (child_id, payment_id, total),
  check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null))
);
create index family_requests_decider on family_requests (decided_by);

-- Notices to the owner of an identity. Readers page by the ascending id.
create table notices (
  id bigint generated always as identity primary key,
  identity_id uuid not null references identities (id) on delete cascade,
  type text not null,
  data jsonb not null,
  at timestamptz not null,
  read_at timestamptz
);
create index notices_identity on notices (identity_id, id desc);
create index notices_unread on notices (identity_id, id) where read_at is null;
create index notices_type on notices (identity_id, type, at);
create index notices_age on notices (at);

-- Mails that wait to be sent. Addresses are looked up when a mail is sent. Only addresses that the identity no longer has by then (of an
-- unlinked login or a deleted identity) are stored here.
create table notice_mails (
  notice_id bigint primary key,
  identity_id uuid not null references identities (id) on delete cascade,
  type text not null,
  data jsonb not null,
  at timestamptz not null,
  lost_addresses text[] not null default '{}',
  locale text,
  -- Hashes of the addresses that were already served, so that a second attempt repeats none.
  done_hashes bytea[] not null default '{}',
  attempts int not null default 0,
  due_at timestamptz not null
);
create index notice_mails_due on notice_mails (due_at);
create index notice_mails_identity on notice_mails (identity_id);

-- Tokens of "this was not me": single use, seven days, stored as hashes.
create table not_me_tokens (
  hash bytea primary key,
  identity_id uuid not null references identities (id) on delete cascade,
  expires_at timestamptz not null
);
create index not_me_tokens_identity on not_me_tokens (identity_id);
create index not_me_tokens_expiry on not_me_tokens (expires_at);

-- The last freeze of an identity. Lifting it moves `until` to the present.
create table freezes (
  identity_id uuid primary key references identities (id) on delete cascade,
  frozen_at timestamptz not null,
  until timestamptz not null,
  -- The time in which the freeze delays recoveries. A second freeze within seven days delays none: otherwise an attacker who only reads the
  -- owner's mail could lock the owner out for ever.
  recovery_held_from timestamptz,
  recovery_held_until timestamptz
);

-- Browsers with which an identity has signed in. The hash covers the browser's secret and the identity, so that this table does not reveal
-- that two identities use one browser.
create table known_devices (
  identity_id uuid not null references identities (id) on delete cascade,
  hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (identity_id, hash)
);

-- The last entry of the owner's balance for which a notice was considered. Entries are numbered without a gap in the order of their commits,
-- so that no incoming payment is skipped or told twice.
create table told_money (
  identity_id uuid primary key references identities (id) on delete cascade,
  version bigint not null
);

-- Mails that would have been sent, on a developer's machine.
create table development_mails (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  address text not null,
  subject text not null,
  text text not null,
  html text not null
);

-- What the owner of an identity is told. Ids ascend and are what readers page by.
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

-- Mails that wait to be sent. Addresses are looked up when a mail is sent; only those that the identity has lost by then
-- (an unlinked login, a deleted identity) travel along, for as long as the mail waits.
create table notice_mails (
  notice_id bigint primary key,
  identity_id uuid not null references identities (id) on delete cascade,
  type text not null,
  data jsonb not null,
  at timestamptz not null,
  lost_addresses text[] not null default '{}',
  locale text,
  -- Hashes of the addresses that are done with, so that a second attempt repeats none.
  done_hashes bytea[] not null default '{}',
  attempts int not null default 0,
  due_at timestamptz not null
);
create index notice_mails_due on notice_mails (due_at);
create index notice_mails_identity on notice_mails (identity_id);

-- "This was not me": single use, seven days, hashes only.
create table not_me_tokens (
  hash bytea primary key,
  identity_id uuid not null references identities (id) on delete cascade,
  expires_at timestamptz not null
);
create index not_me_tokens_identity on not_me_tokens (identity_id);

-- The last freeze of an identity. It holds until `until`, which lifting brings forward.
create table freezes (
  identity_id uuid primary key references identities (id) on delete cascade,
  frozen_at timestamptz not null,
  until timestamptz not null
);

-- Browsers that an identity has signed in with. The hash is of the browser's secret and the identity, so that two
-- identities of one browser cannot be told from this table.
create table known_devices (
  identity_id uuid not null references identities (id) on delete cascade,
  hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (identity_id, hash)
);

-- What would have been mailed, on a developer's own machine.
create table development_mails (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  address text not null,
  subject text not null,
  text text not null,
  html text not null
);

-- The one way to tell the owner of an identity something, callable from posting functions too: the notice, and its mail in the outbox.
-- Every node hears of it on commit, so that one with a mail server can send the mail at once.
create function tell_owner(identity_id uuid, type text, data jsonb, at timestamptz, lost_addresses text[] default '{}')
returns bigint language sql as $$
  with told as (
    insert into notices (identity_id, type, data, at) values ($1, $2, $3, $4) returning id
  ), outbox as (
    insert into notice_mails (notice_id, identity_id, type, data, at, due_at, lost_addresses) select id, $1, $2, $3, $4, $4, $5 from told
  )
  select id from told, pg_notify('pid', 'notice:' || $1)
$$;

-- Safe while nodes serve: yes. Nodes of earlier releases neither read nor write these tables.
-- Once a day, a Merkle-sum tree over everything that the service owes (docs/operations.md, "Books that anyone can check").
create table liability_days (
  -- UTC.
  date date primary key,
  at timestamptz not null,
  total bigint not null check (total >= 0),
  root bytea not null check (length(root) = 32),
  -- Accounts, without the leaves that fill up the tree.
  count integer not null,
  -- The checkpoint of the log at that time.
  checkpoint text,
  -- The memo on the chain; null until it has landed.
  anchor_signature text,
  anchor_slot bigint,
  -- One node at a time sends the memo.
  anchoring_until timestamptz
);
create trigger liability_days_stay before update of date, at, total, root, count, checkpoint on liability_days for each row execute function refuse_change();
create trigger liability_days_no_delete before delete on liability_days for each row execute function refuse_change();

-- Nodes of the tree, 256 in a row: hash (32 bytes) and sum (8 bytes). Level 0 are the leaves. Kept for the last days only.
create table liability_tiles (
  date date not null,
  level smallint not null,
  index integer not null,
  nodes bytea not null,
  primary key (date, level, index)
);
-- The leaf of every account, 256 accounts in a row by id: account (8 bytes), number of the leaf (4 bytes), amount (8 bytes).
create table liability_accounts (
  date date not null,
  first_account bigint not null,
  leaves bytea not null,
  primary key (date, first_account)
);

-- Money that the operator holds for what it owes, as the operator says, with a source.
create table reserves (
  id bigint generated always as identity primary key,
  amount bigint not null check (amount >= 0),
  source text not null check (length(source) between 3 and 300),
  at timestamptz not null,
  entered_by text not null
);
create trigger reserves_append_only before update or delete on reserves for each row execute function refuse_change();

-- Safe while nodes serve: yes. Nodes of earlier releases neither read nor write these tables.
-- Logs of postings (docs/operations.md, "Books that anyone can check"). The one with the highest number is continued; a restore begins another one.
create table log_heads (
  number integer primary key,
  origin text not null unique,
  -- The last checkpoint of the log before. The first entry of this log is its hash.
  previous text,
  -- The database that the log belongs to. A restored copy is another one, and nothing is signed there.
  place text not null,
  size bigint not null default 0,
  root bytea not null,
  -- The signed note; null before the first entry.
  checkpoint text,
  -- Postings up to `backfill_until` are appended in the order of their ids; those up to `backfilled` are.
  backfilled uuid not null default '00000000-0000-0000-0000-000000000000',
  backfill_until uuid,
  begun_at timestamptz not null,
  constraint log_heads_size check (size >= 0)
);
create trigger log_heads_grow before update on log_heads for each row when (
  new.size < old.size or new.number <> old.number or new.origin <> old.origin or new.previous is distinct from old.previous
  or new.size = old.size and new.root <> old.root) execute function refuse_change();
create trigger log_heads_no_delete before delete on log_heads for each row execute function refuse_change();

-- 256 entries of 32 bytes each, and the ids of their postings (16 bytes each; zeros for an entry that is no posting). Only the last row grows.
-- `parts`: for every entry, the number of its hashes (1 byte) and the hashes of the posting's entries, 32 bytes each. They stay when the key of a deleted
-- player is destroyed, so that the other parties of a posting can still prove it.
create table log_bundles (
  log integer not null,
  index bigint not null,
  entries bytea not null,
  postings bytea not null,
  parts bytea not null,
  lowest uuid not null,
  highest uuid not null,
  primary key (log, index),
  constraint log_bundles_width check (length(entries) between 32 and 8192 and length(entries) = 2 * length(postings))
);
-- Finds the entry of a posting. Ids ascend with time, as entries nearly do.
create index log_bundles_ids on log_bundles (log, highest, lowest);
create trigger log_bundles_grow before update on log_bundles for each row when (
  new.log <> old.log or new.index <> old.index or substring(new.entries for length(old.entries)) <> old.entries
  or substring(new.postings for length(old.postings)) <> old.postings or substring(new.parts for length(old.parts)) <> old.parts) execute function refuse_change();
create trigger log_bundles_no_delete before delete on log_bundles for each row execute function refuse_change();

-- Tiles of level 1 and above: 256 hashes of complete tiles of the level below. Only the last row of a level grows.
create table log_tiles (
  log integer not null,
  level smallint not null check (level > 0),
  index bigint not null,
  hashes bytea not null,
  primary key (log, level, index),
  constraint log_tiles_width check (length(hashes) between 32 and 8192)
);
create trigger log_tiles_grow before update on log_tiles for each row when (
  new.log <> old.log or new.level <> old.level or new.index <> old.index
  or substring(new.hashes for length(old.hashes)) <> old.hashes) execute function refuse_change();
create trigger log_tiles_no_delete before delete on log_tiles for each row execute function refuse_change();

-- The keys that have signed checkpoints. A replaced key signs beside the new one until `signs_until`.
create table log_signers (
  log integer not null,
  -- The name of the secret.
  secret text not null,
  public_key bytea not null check (length(public_key) = 32),
  since timestamptz not null,
  signs_until timestamptz,
  primary key (log, public_key)
);

-- The key from which the salts of an account's entries derive. Destroyed some time after the deletion of its holder: then nobody can tell any
-- more what the entries in the log mean.
create table log_account_keys (
  account_id bigint primary key,
  -- Sealed; empty after it was destroyed.
  sealed_key bytea not null,
  master_key text not null,
  destroy_at timestamptz
);
create index log_account_keys_due on log_account_keys (destroy_at) where destroy_at is not null and sealed_key <> '';

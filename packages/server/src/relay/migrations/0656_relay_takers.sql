-- The slot of the blockhash: what was signed cannot have landed before it. Unknown for rows that are older than this column.
alter table relay_operations add column blockhash_slot bigint;
-- Since when the nonce is known to be taken while nobody can tell by whom. Such rows are looked after apart from the others.
alter table relay_operations add column seek_since timestamptz;
-- How far back the account's history has been read: the next look goes on there.
alter table relay_operations add column seek_before text;
create index relay_operations_seek on relay_operations (next_attempt_at) where state in ('prepared', 'confirmed') and seek_since is not null;

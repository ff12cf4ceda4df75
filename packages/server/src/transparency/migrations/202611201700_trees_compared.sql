-- Safe while nodes serve: yes. Nodes of earlier releases write none of these columns; trees without them are not compared with the ledger.
-- The number of the last entry of every account in the snapshot of a tree, 8 bytes each in the order of the leaves, so that the audit compares
-- amounts with entries; and those of our own accounts, which are the other side of the total.
alter table liability_accounts add column versions bytea;
alter table liability_days add column own_versions jsonb;
-- The memo that the relayer has written; a tree without it is anchored again.
alter table liability_days add column anchor_memo text;
create or replace trigger liability_days_stay before update of date, at, total, root, count, checkpoint, own_versions on liability_days
  for each row execute function refuse_change();

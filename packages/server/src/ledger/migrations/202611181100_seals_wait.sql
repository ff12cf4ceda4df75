-- Safe while nodes serve: yes, changes a table of one row per month. Until the functions are replaced in the same run, sealing fails and is repeated.
-- The first transaction that surely saw the row of the month. The transaction that created the row is no limit: others may have begun before its
-- commit with a higher number, and may have posted into the month without seeing the row.
alter table ledger_seals add column waits_for xid8;
alter table ledger_seals drop column begun_in;

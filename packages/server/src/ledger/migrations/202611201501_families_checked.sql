-- Safe while nodes serve: yes. Validating blocks no reads or writes.
alter table ledger_accounts validate constraint ledger_accounts_family;

-- Safe while nodes serve: yes. Validating blocks no reads or writes.
alter table ledger_suspense validate constraint ledger_suspense_reasons;

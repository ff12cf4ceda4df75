-- Safe while nodes serve: yes. Validating blocks no reads or writes. Writes to `ledger_postings` wait for the index; build it in advance if the
-- table is large.
alter table ledger_accounts validate constraint ledger_accounts_settlements_not_negative;
alter table ledger_postings validate constraint ledger_postings_types;
alter table ledger_suspense validate constraint ledger_suspense_sources;
create index if not exists ledger_postings_settlements on ledger_postings (app_id) where type in ('settlement', 'settlement_return');

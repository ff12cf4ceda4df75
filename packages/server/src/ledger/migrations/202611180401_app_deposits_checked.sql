-- Safe while nodes serve: yes. Validating blocks no reads or writes. Writes to `ledger_postings` wait for the index; build it in advance if the
-- table is large.
alter table ledger_accounts validate constraint ledger_accounts_deposited;
alter table ledger_postings validate constraint ledger_postings_type;
create index if not exists ledger_postings_deposits on ledger_postings (payee_id) where type = 'deposit';

-- Safe while nodes serve: yes. The index has rows for minors only; building it reads the table once and blocks postings meanwhile, so build it in advance on a large table (docs/operations.md).
create index if not exists ledger_accounts_minors on ledger_accounts (adult_from) where adult_from > '-infinity';

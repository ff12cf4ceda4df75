-- Safe while nodes serve: yes. `pid migrate` builds the index beside the load. It has rows for minors only.
create index if not exists ledger_accounts_minors on ledger_accounts (adult_from) where adult_from > '-infinity';

-- Safe while nodes serve: yes. Writes to `ledger_postings` wait for the index; build it in advance if the table is large.
-- App fees of top-ups by player, to find those of an app's owner (`ledger_available`).
create index if not exists ledger_postings_topup_fees on ledger_postings (app_id, payee_id) include (app_fee) where type = 'topup' and app_fee > 0;

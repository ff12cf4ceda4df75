-- Safe while nodes serve: yes. Writes to `ledger_postings` wait for the indexes; build them in advance if the table is large.
-- For `ledger_available`. Everything that leaves an escrow, and what its owner adds or gets back, by time.
create index if not exists ledger_postings_escrow on ledger_postings (app_id, created_at) include (type, amount, payee_id, reference)
  where app_id is not null and type in ('payout', 'deposit', 'settlement', 'settlement_return', 'payment_refund', 'refund');
create index if not exists ledger_postings_owner on ledger_postings (app_id) include (type, amount) where type in ('payout', 'deposit');
-- App fees by payer, to find those of an app's owner.
create index if not exists ledger_postings_app_fees on ledger_postings (app_id, payer_id) include (app_fee) where type = 'send' and app_fee > 0;

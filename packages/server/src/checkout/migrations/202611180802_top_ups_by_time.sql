-- Safe while nodes serve: yes. `pid migrate` builds the indexes concurrently.
-- For the audit of the ledger: top-ups that were paid since a moment, and refunds that no balance could cover.
create index if not exists topups_paid on topups (paid_at) where paid_at is not null;
create index if not exists topups_receivable on topups (receivable) where receivable > 0;

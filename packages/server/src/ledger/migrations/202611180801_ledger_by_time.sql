-- Safe while nodes serve: yes. `pid migrate` builds the indexes concurrently.
-- Rows of these tables are appended in the order of time, so these indexes are small: one summary per range of pages. Ids of postings ascend with
-- time, so the entries of a span of time are found by them.
create index if not exists ledger_postings_time on ledger_postings using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index if not exists ledger_entries_time on ledger_entries using brin (posting_id) with (pages_per_range = 32, autosummarize = on);
create index if not exists ledger_keys_time on ledger_keys using brin (created_at) with (pages_per_range = 32, autosummarize = on);
-- All postings of a payment or settlement, for the audit of those that changed since the last sealed month.
create index if not exists ledger_postings_reference on ledger_postings (reference)
  where type in ('payment', 'hold', 'capture', 'hold_return', 'payment_refund', 'settlement', 'settlement_paid', 'settlement_return');

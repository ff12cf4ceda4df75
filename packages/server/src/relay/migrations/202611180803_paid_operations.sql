-- Safe while nodes serve: yes. `pid migrate` builds the index concurrently.
-- For the audit of the ledger: the activations that players paid in rupiah.
create index if not exists relay_operations_paid on relay_operations (created_at) where pool = 'paid';

-- The columns of suspense that other slices may read.
create or replace view suspense_facts as select reference, reason, amount, returned, source, provider, payment_id, since, state from ledger_suspense;

-- What other slices may read of suspense.
create or replace view suspense_facts as select reference, reason, amount, returned, source, provider, payment_id, since from ledger_suspense;

-- What other slices may know of suspense: what a payment brought in and what was given back of it.
create view suspense_facts as select reference, reason, amount, returned from ledger_suspense;

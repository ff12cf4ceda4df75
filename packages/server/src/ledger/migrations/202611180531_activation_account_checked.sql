-- Safe while nodes serve: yes. Validating blocks no reads or writes. Writes to `ledger_postings` wait for the index; build it in advance if the
-- table is large.
alter table ledger_accounts validate constraint ledger_accounts_activations_not_negative;
alter table ledger_postings validate constraint ledger_postings_known_types;
alter table ledger_suspense validate constraint ledger_suspense_known_sources;
-- An operation is paid once and returned at most once.
create unique index if not exists ledger_postings_activations on ledger_postings (reference, type) where type in ('activation', 'activation_return');

-- Safe while nodes serve: yes. The tables are new, and the trigger writes one of them.
-- Where the entry of a posting is. A trigger writes it with every bundle.
create table log_postings (
  log integer not null,
  posting uuid not null,
  index bigint not null,
  primary key (log, posting)
);
create trigger log_bundles_to_postings after insert or update of postings on log_bundles for each row execute function log_list_postings();

-- Accounts whose key was lost with the master key: their entries before `size` in this log, and in earlier ones, cannot be proven any more.
create table log_lost_account_keys (
  account_id bigint primary key,
  log integer not null,
  size bigint not null,
  at timestamptz not null
);

-- Comparisons of the log with the ledger. `since` is null if all entries were compared.
create table log_audit_runs (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  since timestamptz,
  findings integer not null
);

-- Safe while nodes serve: yes. Nodes of earlier releases neither read nor write these tables; those of an unreleased build append nothing until they are replaced.
-- Where the entry of a posting is. A trigger writes it with every bundle.
create table log_postings (
  log integer not null,
  posting uuid not null,
  index bigint not null,
  primary key (log, posting)
);
create trigger log_bundles_to_postings after insert or update of postings on log_bundles for each row execute function log_list_postings();
insert into log_postings (log, posting, index)
  select b.log, e.posting, b.index * 256 + e.place from log_bundles b cross join lateral log_ids_of(b.postings, 0) e;
-- The range of the ids of a bundle found too many bundles where old and new ids share bundles.
drop index log_bundles_ids;
alter table log_bundles drop column lowest, drop column highest;

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

-- When the ledger was last proved, and how that went; a metric tells.
create table ledger_audit_runs (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  seconds double precision not null,
  findings integer not null,
  entries bigint not null
);

-- Safe while nodes serve: yes. Nodes of earlier commits neither read nor write these tables, and their audits count as full ones. Creating the
-- trigger makes postings wait for a moment.
-- Months whose postings were counted and hashed. The last row is unfinished while `sealed_at` is null.
create table ledger_seals (
  -- The first day of the month, UTC.
  month date primary key check (extract(day from month) = 1),
  -- The end of the month. No posting is written before the end of the last month in this table.
  until timestamptz not null unique,
  postings bigint not null default 0,
  entries bigint not null default 0,
  -- The sum of all credits in rupiah.
  moved numeric not null default 0,
  -- Continues the hash of the month before (functions/ledger_hash.sql).
  hash bytea not null check (length(hash) = 32),
  -- Sealing reads the month in steps: the postings before this moment are read, and the next step covers `stride`.
  read_until timestamptz not null,
  stride interval not null default '1 hour',
  -- The transaction that created the row. Reading begins when all transactions that were open then have ended.
  begun_in xid8 not null default pg_current_xact_id(),
  sealed_at timestamptz
);
create unique index ledger_seals_one_at_a_time on ledger_seals ((true)) where sealed_at is null;
create trigger ledger_seals_kept before update or delete on ledger_seals for each row execute function ledger_seals_stay();
create trigger ledger_seals_no_truncate before truncate on ledger_seals for each statement execute function refuse_change();

-- The state of an account at the end of a month in which it moved.
create table ledger_closings (
  account_id bigint not null,
  month date not null,
  version bigint not null,
  balance bigint not null,
  deposited bigint not null,
  primary key (account_id, month)
);
-- Rows are written month by month.
create index ledger_closings_month on ledger_closings using brin (month);
create trigger ledger_closings_added after insert on ledger_closings referencing new table as changed for each statement execute function ledger_closings_stay();
create trigger ledger_closings_changed after update on ledger_closings referencing new table as changed for each statement execute function ledger_closings_stay();
create trigger ledger_closings_deleted after delete on ledger_closings referencing old table as changed for each statement execute function ledger_closings_stay();
create trigger ledger_closings_not_moved before update of account_id, month on ledger_closings for each row execute function refuse_change();
create trigger ledger_closings_no_truncate before truncate on ledger_closings for each statement execute function refuse_change();

create trigger ledger_postings_in_open_month after insert on ledger_postings referencing new table as fresh
  for each statement execute function require_open_month();

-- The end of the sealed months with which a run began; null if it read the whole ledger.
alter table ledger_audit_runs add column since timestamptz;

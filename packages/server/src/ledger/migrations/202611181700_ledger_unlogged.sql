-- Safe while nodes serve: yes. Postings of every release are queued from now on. Creating the trigger makes postings wait for a moment.
-- Postings that are not in the public log yet: one row per statement that posts. Written in the transaction of the posting, so that a posting and
-- its row commit together; the sequencer of the log takes the rows.
create table ledger_unlogged (
  id bigint generated always as identity primary key,
  postings uuid[] not null,
  since timestamptz not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create trigger ledger_postings_to_log after insert on ledger_postings referencing new table as fresh
  for each statement execute function ledger_queue_for_log();

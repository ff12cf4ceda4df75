-- Queues the postings of a statement for the public log.
create or replace function ledger_queue_for_log() returns trigger language plpgsql as $$
begin
  insert into ledger_unlogged (postings) select array_agg(id) from fresh having count(*) > 0;
  return null;
end $$;

-- Refuses postings in a sealed month. Their time is a clock's time, and never earlier than the last entry of an affected account, so this happens
-- only if a clock was set back by days. With another isolation level, a transaction would not see that a month is being sealed.
create or replace function require_open_month() returns trigger language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'postings need the isolation level read committed' using errcode = 'restrict_violation';
  end if;
  -- mutant (ledger/seal-months): if exists => if false and exists
  if exists (select from fresh where fresh.created_at < (select s.until from ledger_seals s order by s.month desc limit 1)) then
    raise exception 'the month of the posting is sealed: the clock is behind' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

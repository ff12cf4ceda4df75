-- Seals months by the database's clock, step by step. The service's role may call it; it takes no arguments, so that it cannot be misused.
create or replace function ledger_seal_step(out outcome text, out month date, out hash bytea, out entries bigint) language sql security definer set search_path from current as $$
  select outcome, month, hash, entries from ledger_seal(clock_timestamp())
$$;
revoke all on function ledger_seal_step from public;

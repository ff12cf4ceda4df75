-- A share of an amount in basis points, rounded up to a whole rupiah. `ceilBps` in compute-fees.ts is the same rule for quotes.
create or replace function ledger_ceil_bps(p_amount bigint, p_bps bigint) returns bigint language sql immutable as $$
  select (p_amount * p_bps + 9999) / 10000
$$;

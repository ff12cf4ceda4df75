-- The global fee of an amount by a fee rule.
create or replace function ledger_global_fee(p_amount bigint, p_rule smallint) returns bigint language sql stable as $$
  select greatest(minimum, ledger_ceil_bps(p_amount, bps)) from ledger_fee_rules where version = p_rule
$$;

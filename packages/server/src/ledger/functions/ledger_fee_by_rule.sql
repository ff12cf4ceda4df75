-- The global fee of an amount by a fee rule. Returns a set, so that the planner can inline it.
create or replace function ledger_fee_by_rule(p_amount bigint, p_rule smallint) returns table (fee bigint) language sql stable as $$
  select greatest(minimum, ledger_ceil_bps(p_amount, bps)) from ledger_fee_rules where version = p_rule
$$;

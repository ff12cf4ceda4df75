-- The global fee of an amount by a fee rule.
create or replace function ledger_global_fee(p_amount bigint, p_rule smallint) returns bigint language sql stable as $$
  select fee from ledger_fee_by_rule(p_amount, p_rule)
$$;

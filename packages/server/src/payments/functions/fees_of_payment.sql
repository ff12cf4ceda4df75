-- The fees of an amount by the given terms.
create or replace function fees_of_payment(p_amount bigint, p_to_app boolean, p_fee_rule smallint, p_is_waived boolean, p_fee_bps int, p_fee_flat int)
returns table (global_fee bigint, app_fee bigint) language sql stable as $$
  select case when p_is_waived then 0 else rule.fee end,
    -- mutant (payments/fees): ledger_ceil_bps(p_amount, p_fee_bps) => p_amount * p_fee_bps / 10000
    case when p_to_app then 0 else ledger_ceil_bps(p_amount, p_fee_bps) + p_fee_flat end
  from ledger_fee_by_rule(p_amount, p_fee_rule) rule
$$;

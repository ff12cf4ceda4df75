-- The fees of an amount by the given terms.
create or replace function payment_fees(
  p_amount bigint, p_to_app boolean, p_fee_rule smallint, p_is_waived boolean, p_fee_bps int, p_fee_flat int, out global_fee bigint, out app_fee bigint
) language sql stable as $$
  select case when p_is_waived then 0 else ledger_global_fee(p_amount, p_fee_rule) end,
    -- mutant (payments/fees): ledger_ceil_bps(p_amount, p_fee_bps) => p_amount * p_fee_bps / 10000
    case when p_to_app then 0 else ledger_ceil_bps(p_amount, p_fee_bps) + p_fee_flat end
$$;

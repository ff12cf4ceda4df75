-- The fee account of the payments of an app. They share one, so that a batch locks one of the sixteen.
create or replace function payment_fee_account_of(p_app_account bigint) returns bigint language sql immutable as $$
  -- mutant (payments/batches): p_app_account & 15 => 3
  select case p_app_account & 15 when 0 then 9000000000000000001 else 9000000000000000100 + (p_app_account & 15) end
$$;

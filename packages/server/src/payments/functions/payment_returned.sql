-- The held money that came back to the payer: all of it after a void, the rest after a partial capture.
create or replace function payment_returned(p_payment payments) returns bigint language sql immutable as $$
  select case when p_payment.status = 'void' then p_payment.confirmed_total when p_payment.captured = 0 then 0
    else p_payment.confirmed_total - p_payment.captured - p_payment.global_fee - p_payment.app_fee end
$$;

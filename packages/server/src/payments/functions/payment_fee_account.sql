-- The fee account of a payment. All payments of an app share one, so that a batch locks one of the sixteen.
create or replace function payment_fee_account(p_payment uuid) returns bigint language sql stable as $$
  select case number when 0 then 9000000000000000001 else 9000000000000000100 + number end
    -- mutant (payments/batches): app_account_id & 15 => get_byte(uuid_send(id), 15) & 15
    from (select app_account_id & 15 as number from payments where id = p_payment) chosen
$$;

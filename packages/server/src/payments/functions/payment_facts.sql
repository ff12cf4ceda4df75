-- The columns of a payment that other slices may read.
create or replace view payment_facts as select id, client_id, description, status, amount, payer_account_id, payee_account_id, app_account_id, hold_account_id,
  confirmed_total, captured, refunded, global_fee, app_fee, fee_rule, fee_bps, fee_flat, is_waived, payee_identity_id,
  app_name, payment_returned(payments) as returned,
  case when sku is not null then jsonb_build_object('names', item_names, 'quantity', quantity) end as goods,
  expires_at, allowance_id from payments;

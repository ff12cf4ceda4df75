-- Stores the state of payments that the caller has locked and changed. The terms of a payment never change.
create or replace function payments_save(p_changed payments[]) returns void language sql as $$
  update payments p set status = c.status, payer_identity_id = c.payer_identity_id, payer_account_id = c.payer_account_id, app_name = c.app_name,
    fee_rule = c.fee_rule, fee_bps = c.fee_bps, fee_flat = c.fee_flat, is_waived = c.is_waived, global_fee = c.global_fee, app_fee = c.app_fee,
    confirmed_total = c.confirmed_total, captured = c.captured, confirmed_at = c.confirmed_at, paid_at = c.paid_at, capture_by = c.capture_by,
    due_at = c.due_at, ended_at = c.ended_at
  from unnest(p_changed) c where p.id = c.id
$$;
revoke all on function payments_save from public;

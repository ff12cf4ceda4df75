-- Returns a held payment to the payer. The caller has locked the accounts. Returns false if it is no longer held.
create or replace function payment_give_back(p_payment payments, p_posting uuid) returns boolean language plpgsql as $$
declare
  v_payment payments;
  v_now timestamptz := clock_timestamp();
  v_to bigint;
begin
  update payments set status = 'void', ended_at = v_now, due_at = null where id = p_payment.id and case status when 'held' then true end returning * into v_payment;
  if not found then return false; end if;
  v_to := ledger_end_hold(v_now, p_posting, p_payment.id, v_payment.payer_account_id, v_payment.confirmed_total, v_payment.confirmed_total);
  perform ledger_write(v_now, p_posting, 'hold_return', v_payment.payee_account_id, v_payment.payer_account_id, v_payment.app_account_id, v_payment.confirmed_total, 0, 0, 0, null,
    v_payment.id, array[v_payment.hold_account_id, v_to], array[-v_payment.confirmed_total, v_payment.confirmed_total]);
  perform tell_of_payment(v_payment, 'payment.void');
  return true;
end $$;

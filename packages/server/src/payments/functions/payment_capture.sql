-- Captures a held payment or part of it. The rest is returned to the payer with the fees that are not due. If
-- the payee's account is closed or the time to capture has passed, everything is returned.
create or replace function payment_capture(
  p_payment uuid, p_client_id text, p_posting uuid, p_amount bigint, p_balance_max bigint, out outcome text, out most bigint
) language plpgsql security definer set search_path from current as $$
declare
  c_fees constant bigint := payment_fee_account(p_payment);
  c_suspense constant bigint := 9000000000000000006;
  v_payment payments;
  v_amount bigint; v_global bigint; v_app bigint; v_held bigint; v_rest bigint; v_to bigint;
  v_to_app boolean; v_payee_open boolean;
  v_now timestamptz;
begin
  select * into v_payment from payments where id = p_payment and client_id = p_client_id;
  if v_payment.id is null then outcome := 'not_found'; return; end if;
  if v_payment.status <> 'held' then outcome := 'ended'; return; end if;
  v_amount := coalesce(p_amount, v_payment.amount);
  if v_amount not between 1 and v_payment.amount then outcome := 'beyond'; most := v_payment.amount; return; end if;
  if exists (select from paused_apps(array[p_client_id])) then outcome := 'app_paused'; return; end if;
  v_to_app := v_payment.payee_identity_id is null;
  select global_fee, app_fee into v_global, v_app
    from payment_fees(v_amount, v_to_app, v_payment.fee_rule, v_payment.is_waived, v_payment.fee_bps, v_payment.fee_flat);
  select bool_or(l.closed_at is null) filter (where l.id = v_payment.payee_account_id) into v_payee_open
    -- mutant (payments/batches): case when ledger_is_closed(v_payment.payer_account_id) then c_suspense end => c_suspense
    from ledger_lock_accounts(array[v_payment.hold_account_id, v_payment.payer_account_id, v_payment.payee_account_id, v_payment.app_account_id, c_fees] || case when ledger_is_closed(v_payment.payer_account_id) then c_suspense end) l;
  v_now := clock_timestamp();
  v_held := v_payment.confirmed_total;
  v_rest := v_held - v_amount - v_global - v_app;
  if v_payee_open is not true or v_now >= v_payment.capture_by then
    perform payment_give_back(v_payment, p_posting);
    outcome := 'ended';
    return;
  end if;
  if not v_to_app and not ledger_has_room(v_payment.payee_account_id, v_amount, p_balance_max) then outcome := 'payee_full'; return; end if;
  update payments set status = 'paid', captured = v_amount, global_fee = v_global, app_fee = v_app, paid_at = v_now, due_at = null
    where id = p_payment and case status when 'held' then clock_timestamp() < capture_by end returning * into v_payment;
  if not found then outcome := 'ended'; return; end if;
  v_to := ledger_end_hold(v_now, p_posting, p_payment, v_payment.payer_account_id, v_held, v_rest);
  perform ledger_write(v_now, p_posting, 'capture', v_payment.payer_account_id, v_payment.payee_account_id, v_payment.app_account_id,
    v_amount, v_global, v_app, 0, v_payment.fee_rule, p_payment,
    array[v_payment.hold_account_id, v_payment.payee_account_id, v_payment.app_account_id, c_fees, v_to], array[-v_held, v_amount, v_app, v_global, v_rest]);
  perform tell_of_payment(v_payment, 'payment.captured');
  outcome := 'paid';
end $$;
revoke all on function payment_capture from public;

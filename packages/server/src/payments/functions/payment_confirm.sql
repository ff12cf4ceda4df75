-- Confirms a payment: posts it, or holds the money for a manual capture.
create or replace function payment_confirm(
  p_payment uuid, p_posting uuid, p_payer uuid, p_payer_account bigint, p_expected_total bigint, p_proof integer, p_fee_rule smallint, p_balance_max bigint,
  p_step_up bigint, p_daily_limit bigint, p_zone text,
  out outcome text, out available bigint, out total bigint, out global_fee bigint, out app_fee bigint
) language plpgsql security definer set search_path from current as $$
declare
  c_fees constant bigint := payment_fee_account(p_payment);
  v_payment payments;
  v_terms record;
  v_judged record;
  v_receivers bigint[];
  v_to_app boolean; v_is_manual boolean; v_payee_open boolean; v_app_open boolean;
  v_now timestamptz;
begin
  select * into v_payment from payments where id = p_payment;
  if v_payment.id is null or v_payment.asked_identity_id <> p_payer then outcome := 'not_found'; return; end if;
  if v_payment.status <> 'open' then outcome := 'ended'; return; end if;
  if exists (select from paused_apps(array[v_payment.client_id])) then outcome := 'app_paused'; return; end if;
  select * into v_terms from app_terms(v_payment.client_id, p_payer);
  if v_terms.owner_id is null then outcome := 'not_found'; return; end if;
  if p_payer in (v_terms.owner_id, v_payment.payee_identity_id) then outcome := 'own_payment'; return; end if;
  v_to_app := v_payment.payee_identity_id is null;
  v_is_manual := v_payment.capture = 'manual';
  select f.global_fee, f.app_fee into global_fee, app_fee
    from payment_fees(v_payment.amount, v_to_app, p_fee_rule, v_terms.is_waived, v_terms.fee_bps, v_terms.fee_flat) f;
  total := v_payment.amount + global_fee + app_fee;
  if p_expected_total is distinct from total then outcome := 'total_changed'; return; end if;

  select bool_or(l.closed_at is null) filter (where l.id = v_payment.payee_account_id), bool_or(l.closed_at is null) filter (where l.id = v_payment.app_account_id)
    into v_payee_open, v_app_open
    from ledger_lock_accounts(array[p_payer_account, v_payment.payee_account_id, v_payment.app_account_id] || case when v_is_manual then v_payment.hold_account_id else c_fees end) l;
  v_now := clock_timestamp();
  if v_app_open is not true then outcome := 'not_found'; return; end if;
  if v_payee_open is not true then outcome := 'payee_closed'; return; end if;
  v_receivers := array[v_payment.payee_account_id] || case when app_fee > 0 then array[v_payment.app_account_id] else '{}' end;
  select * into v_judged from ledger_judge_payer(v_now, p_payer_account, v_receivers, v_payment.amount + app_fee, total, p_proof, p_step_up, p_daily_limit, p_zone);
  if v_judged.outcome <> 'ok' then outcome := v_judged.outcome; available := v_judged.available; return; end if;
  -- Judged last, so that only a payer who could pay learns that the receiver's balance is full.
  if not v_is_manual and not v_to_app and not ledger_has_room(v_payment.payee_account_id, v_payment.amount, p_balance_max) then outcome := 'payee_full'; return; end if;

  update payments p set status = case when v_is_manual then 'held' else 'paid' end, payer_identity_id = p_payer, payer_account_id = p_payer_account,
      app_name = (select name from app_facts where client_id = p.client_id),
      fee_rule = p_fee_rule, fee_bps = v_terms.fee_bps, fee_flat = v_terms.fee_flat, is_waived = v_terms.is_waived,
      global_fee = payment_confirm.global_fee, app_fee = payment_confirm.app_fee, confirmed_total = payment_confirm.total,
      captured = case when v_is_manual then 0 else p.amount end, confirmed_at = v_now, paid_at = case when not v_is_manual then v_now end,
      capture_by = case when v_is_manual then v_now + make_interval(secs => p.capture_within_seconds) end,
      due_at = case when v_is_manual then v_now + make_interval(secs => p.capture_within_seconds - least(3600, p.capture_within_seconds / 4)) end
    where p.id = p_payment and case p.status when 'open' then clock_timestamp() < p.expires_at end returning * into v_payment;
  if not found then outcome := 'ended'; return; end if;
  perform ledger_count_payer(v_now, p_payer_account, v_receivers, v_judged.proven, v_judged.day, v_judged.sent, v_judged.unproven, case when v_is_manual then total else 0 end);
  if v_is_manual then
    perform ledger_write(v_now, p_posting, 'hold', p_payer_account, v_payment.payee_account_id, v_payment.app_account_id, total, 0, 0, 0, null, p_payment,
      array[p_payer_account, v_payment.hold_account_id], array[-total, total]);
  else
    perform ledger_write(v_now, p_posting, 'payment', p_payer_account, v_payment.payee_account_id, v_payment.app_account_id,
      v_payment.amount, global_fee, app_fee, 0, p_fee_rule, p_payment,
      array[p_payer_account, v_payment.payee_account_id, v_payment.app_account_id, c_fees], array[-total, v_payment.amount, app_fee, global_fee]);
  end if;
  outcome := v_payment.status;
  perform tell_of_payment(v_payment, 'payment.' || outcome);
  -- Above the payer's notice amount: the notice is written in the same transaction, so that a crash cannot lose it.
  if v_judged.noticed then
    perform tell_owner(p_payer, 'payment.confirmed', jsonb_build_object('id', p_payment, 'app', (select name from app_facts where client_id = v_payment.client_id), 'amount', total), v_now);
  end if;
end $$;
revoke all on function payment_confirm from public;

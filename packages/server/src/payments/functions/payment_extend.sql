-- Extends an open payment once for a top-up that was started on its page, to at most 24 hours after its creation, and notifies the app. Returns
-- false if the payer's balance suffices or the app ruled it out.
create or replace function payment_extend(p_payment uuid, p_payer uuid, p_fee_rule smallint, p_until timestamptz) returns boolean language plpgsql security definer set search_path from current as $$
declare
  v_payment payments;
  v_terms record;
  v_total bigint;
begin
  select * into v_payment from payments where id = p_payment;
  if v_payment.id is null then return false; end if;
  select * into v_terms from terms_of_app(v_payment.client_id, p_payer);
  select v_payment.amount + f.global_fee + f.app_fee into v_total
    from fees_of_payment(v_payment.amount, v_payment.payee_identity_id is null, p_fee_rule, v_terms.is_waived, v_terms.fee_bps, v_terms.fee_flat) f;
  if v_total is null or coalesce(ledger_balance_of(p_payer), 0) >= v_total then return false; end if;
  update payments set expires_at = least(p_until, created_at + interval '1 day'), is_extended = true
    where id = p_payment and status = 'open' and extend_for_top_up and not is_extended and clock_timestamp() < expires_at
      and least(p_until, created_at + interval '1 day') > expires_at returning * into v_payment;
  if not found then return false; end if;
  perform tell_of_payment(v_payment, 'payment.extended', jsonb_build_object('expiresAt', to_char(v_payment.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  return true;
end $$;
revoke all on function payment_extend from public;

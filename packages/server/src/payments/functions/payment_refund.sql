-- Refunds from the app's escrow to the payer. The global fee is returned with the last part of a full refund.
create or replace function payment_refund(
  p_payment uuid, p_client_id text, p_posting uuid, p_amount bigint, p_reason text, p_actor text, out outcome text, out available bigint
) language plpgsql security definer set search_path from current as $$
declare
  v_payment payments;
  v_fees bigint; v_fee bigint;
  v_escrow_balance bigint; v_payer_open boolean;
  v_now timestamptz;
begin
  select * into v_payment from payments where id = p_payment and (p_client_id is null or client_id = p_client_id);
  if v_payment.id is null then outcome := 'not_found'; return; end if;
  if p_amount is null or p_amount <= 0 then raise exception 'a refund is of something' using errcode = 'restrict_violation'; end if;
  if v_payment.payee_identity_id is not null then outcome := 'not_to_app'; return; end if;
  if v_payment.captured = 0 then outcome := 'ended'; return; end if;
  v_fees := payment_fee_account_of(v_payment.app_account_id);
  perform ledger_lock(array[v_payment.app_account_id, v_payment.payer_account_id, v_fees]);
  select max(a.balance) filter (where a.id = v_payment.app_account_id), bool_or(a.closed_at is null) filter (where a.id = v_payment.payer_account_id)
    into v_escrow_balance, v_payer_open
    from ledger_account_rows a where a.id in (v_payment.app_account_id, v_payment.payer_account_id);
  -- Read again: every transaction that changes these amounts holds the lock of the escrow.
  select * into v_payment from payments where id = p_payment;
  v_now := clock_timestamp();
  if v_payment.refunded + p_amount > v_payment.captured then outcome := 'beyond'; available := v_payment.captured - v_payment.refunded; return; end if;
  if v_payer_open is not true then outcome := 'payer_closed'; return; end if;
  if v_escrow_balance < p_amount then outcome := 'insufficient'; available := v_escrow_balance; return; end if;
  update payments set refunded = refunded + p_amount, status = case when refunded + p_amount = captured then 'refunded' else status end
    where id = p_payment and status = 'paid' and refunded + p_amount <= captured returning * into v_payment;
  if not found then outcome := 'ended'; return; end if;
  -- mutant (payments/hold): when 'refunded' => when 'never'
  v_fee := case v_payment.status when 'refunded' then v_payment.global_fee else 0 end;
  insert into payment_refunds (id, payment_id, amount, fee, reason, actor, created_at) values (p_posting, p_payment, p_amount, v_fee, p_reason, p_actor, v_now);
  perform ledger_write(v_now, p_posting, 'payment_refund', v_payment.app_account_id, v_payment.payer_account_id, v_payment.app_account_id, p_amount, 0, 0, 0, null, p_payment,
    array[v_payment.app_account_id, v_fees, v_payment.payer_account_id], array[-p_amount, -v_fee, p_amount + v_fee]);
  perform tell_of_payment(v_payment, 'payment.refunded', jsonb_build_object('refund', jsonb_build_object('id', p_posting, 'amount', p_amount)));
  outcome := 'refunded';
end $$;
revoke all on function payment_refund from public;

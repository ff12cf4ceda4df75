-- Takes the price of a wallet activation from the player's balance, in the transaction that stores the operation. The payer is judged as for a
-- send; the passkey that signed the activation is the proof.
create or replace function ledger_take_activation(
  p_now timestamptz, p_id uuid, p_payer bigint, p_operation uuid, p_step_up bigint, p_daily_limit bigint, p_zone text,
  out outcome text, out available bigint
) language plpgsql security definer set search_path from current as $$
declare
  c_activations constant bigint := 9000000000000000008;
  c_signed constant integer := 2;
  v_payer ledger_accounts;
  v_operation paid_operations;
  v_judged record;
  v_at timestamptz;
begin
  perform ledger_lock(array[p_payer, c_activations]);
  select * into v_payer from ledger_accounts where id = p_payer and kind = 'identity';
  select * into v_operation from paid_operations where id = p_operation and state = 'prepared';
  if v_operation.id is null or v_operation.identity_id is distinct from v_payer.identity_id or coalesce(v_operation.price, 0) <= 0 then
    raise exception 'the price of an activation is paid by its player' using errcode = 'restrict_violation';
  end if;
  select * into v_judged from ledger_judge_payer(
    p_now, p_payer, array[c_activations], v_operation.price, v_operation.price, c_signed, p_step_up, p_daily_limit, p_zone);
  if v_judged.outcome <> 'ok' then outcome := v_judged.outcome; available := v_judged.available; return; end if;
  perform ledger_count_payer(p_now, p_payer, array[c_activations], v_judged.proven, v_judged.day, v_judged.sent, v_judged.unproven, 0);
  select w.at into v_at from ledger_write(p_now, p_id, 'activation', p_payer, null, null, v_operation.price, 0, 0, 0, null, p_operation,
    array[p_payer, c_activations], array[-v_operation.price, v_operation.price]) w;
  if v_judged.noticed then
    perform tell_owner(v_payer.identity_id, 'activation.paid', jsonb_build_object('id', p_id, 'amount', v_operation.price), v_at);
  end if;
  outcome := 'posted';
end $$;
revoke all on function ledger_take_activation from public;

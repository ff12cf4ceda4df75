-- Returns the price of an activation that ended without landing to its player, or to suspense if the account is closed. At most once per
-- operation; does nothing for an operation that was not paid in rupiah.
create or replace function ledger_return_activation(p_now timestamptz, p_id uuid, p_operation uuid) returns void
language plpgsql security definer set search_path from current as $$
declare
  c_suspense constant bigint := 9000000000000000006;
  c_activations constant bigint := 9000000000000000008;
  v_taken ledger_postings;
  v_payer ledger_accounts;
  v_is_closed boolean;
  v_at timestamptz;
begin
  select * into v_taken from ledger_postings where type = 'activation' and reference = p_operation;
  if not found then return; end if;
  perform ledger_lock(array[v_taken.payer_id, c_suspense, c_activations]);
  if exists (select from ledger_postings where type = 'activation_return' and reference = p_operation) then return; end if;
  -- mutant (account/paid-activation): if not exists (select from paid_operations => if false and not exists (select from paid_operations
  if not exists (select from paid_operations where id = p_operation and state in ('failed', 'expired', 'superseded')) then
    raise exception 'operation % may still land', p_operation using errcode = 'restrict_violation';
  end if;
  select * into v_payer from ledger_accounts where id = v_taken.payer_id;
  v_is_closed := v_payer.closed_at is not null;
  select w.at into v_at from ledger_write(p_now, p_id, 'activation_return', null, case when not v_is_closed then v_payer.id end, null, v_taken.amount,
    0, 0, 0, null, p_operation, array[case when v_is_closed then c_suspense else v_payer.id end, c_activations], array[v_taken.amount, -v_taken.amount]) w;
  if v_is_closed then
    perform set_config('pid.posting', 'on', true);
    insert into ledger_suspense (id, source, reference, account_id, amount, reason, since, posting_id)
    values (gen_random_uuid(), 'activation', p_operation, v_payer.id, v_taken.amount, 'account_closed', date_trunc('milliseconds', p_now), p_id);
    perform set_config('pid.posting', '', true);
  else
    perform tell_owner(v_payer.identity_id, 'activation.returned', jsonb_build_object('id', p_id, 'amount', v_taken.amount), v_at);
  end if;
end $$;
revoke all on function ledger_return_activation from public;

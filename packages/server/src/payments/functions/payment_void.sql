-- Voids a held payment: for its app (`p_client_id`), or with null because its time to capture has passed or
-- `p_is_forced` is set.
create or replace function payment_void(p_payment uuid, p_client_id text, p_is_forced boolean, p_posting uuid) returns text language plpgsql security definer set search_path from current as $$
declare
  c_suspense constant bigint := 9000000000000000006;
  v_payment payments;
begin
  select * into v_payment from payments where id = p_payment and (p_client_id is null or client_id = p_client_id);
  if v_payment.id is null then return 'not_found'; end if;
  if v_payment.status <> 'held' then return 'ended'; end if;
  perform ledger_lock_accounts(array[v_payment.hold_account_id, v_payment.payer_account_id] || case when ledger_is_closed(v_payment.payer_account_id) then c_suspense end);
  if p_client_id is null and not p_is_forced and clock_timestamp() < v_payment.capture_by then return 'early'; end if;
  return case when payment_give_back(v_payment, p_posting) then 'void' else 'ended' end;
end $$;
revoke all on function payment_void from public;

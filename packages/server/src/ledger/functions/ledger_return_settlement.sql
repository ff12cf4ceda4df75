-- Returns a settlement, fee included, to the app's escrow, or to suspense if the escrow is closed. `p_was_paid`: the bank sent the money back later.
-- If the app was transferred meanwhile, that money belongs to its former owner, so it goes to suspense as well. The caller holds the locks.
create or replace function ledger_return_settlement(
  p_now timestamptz, p_posting uuid, p_settlement uuid, p_app bigint, p_amount bigint, p_fee bigint, p_was_paid boolean
) returns void language plpgsql as $$
declare
  c_clearing constant bigint := 9000000000000000002;
  c_suspense constant bigint := 9000000000000000006;
  c_settlements constant bigint := 9000000000000000007;
  c_total constant bigint := p_amount + p_fee;
  v_reason constant text := case
    when p_was_paid and (select is_of_former_owner from settlement_facts where id = p_settlement) then 'app_transferred'
    when ledger_is_closed(p_app) then 'app_closed'
  end;
  v_to constant bigint := case when v_reason is null then p_app else c_suspense end;
begin
  if p_was_paid then
    perform ledger_write(p_now, p_posting, 'settlement_return', null, case when v_reason is null then p_app end, p_app, c_total, 0, 0, 0, null, p_settlement,
      array[v_to, c_clearing, ledger_fee_account(p_settlement)], array[c_total, -p_amount, -p_fee]);
  else
    perform ledger_write(p_now, p_posting, 'settlement_return', null, case when v_reason is null then p_app end, p_app, c_total, 0, 0, 0, null, p_settlement,
      array[v_to, c_settlements], array[c_total, -c_total]);
  end if;
  if v_reason is not null then
    perform set_config('pid.posting', 'on', true);
    insert into ledger_suspense (id, source, reference, account_id, amount, reason, since, posting_id)
    values (gen_random_uuid(), 'settlement', p_settlement, p_app, c_total, v_reason, date_trunc('milliseconds', p_now), p_posting);
    perform set_config('pid.posting', '', true);
  end if;
end $$;
revoke all on function ledger_return_settlement from public;

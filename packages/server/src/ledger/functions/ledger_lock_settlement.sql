-- Locks every account that the end of a settlement can move, before the row of the settlement.
create or replace function ledger_lock_settlement(p_settlement uuid, p_app bigint) returns void language plpgsql as $$
begin
  perform ledger_lock(array[p_app, ledger_fee_account(p_settlement), 9000000000000000002, 9000000000000000006, 9000000000000000007]);
end $$;
revoke all on function ledger_lock_settlement from public;

-- Books a settlement that has arrived at the bank: the amount has left PID, the fee is income. The caller holds the locks.
create or replace function ledger_pay_settlement(p_now timestamptz, p_posting uuid, p_settlement uuid, p_app bigint, p_amount bigint, p_fee bigint) returns void language plpgsql as $$
declare
  c_clearing constant bigint := 9000000000000000002;
  c_settlements constant bigint := 9000000000000000007;
begin
  perform ledger_write(p_now, p_posting, 'settlement_paid', null, null, p_app, p_amount, p_fee, 0, 0, null, p_settlement,
    array[c_settlements, c_clearing, ledger_fee_account(p_settlement)], array[-p_amount - p_fee, p_amount, p_fee]);
end $$;
revoke all on function ledger_pay_settlement from public;

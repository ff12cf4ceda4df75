-- Locks accounts, for functions of the previous release that are called while a migration adds columns to the accounts. If one is added while this waits,
-- no row fits any more into the result that the caller expects. Only `payment_refund` reads rows; the others continue with the lock.
create or replace function ledger_lock_accounts(p_accounts bigint[]) returns setof ledger_accounts language plpgsql as $$
declare
  v_callers text;
begin
  perform ledger_lock(p_accounts);
  return query select * from ledger_accounts where id = any(p_accounts);
exception when datatype_mismatch then
  get diagnostics v_callers = pg_context;
  if v_callers like '%payment_refund%' then raise; end if;
  perform ledger_lock(p_accounts);
end $$;
revoke all on function ledger_lock_accounts from public;

-- Locks accounts in the order of their ids, which every transaction uses.
create or replace function ledger_lock(p_accounts bigint[]) returns void language plpgsql as $$
begin
  perform from ledger_accounts where id = any(p_accounts) order by id for no key update;
end $$;
revoke all on function ledger_lock from public;

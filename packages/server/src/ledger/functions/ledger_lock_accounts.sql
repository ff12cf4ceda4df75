-- Locks accounts in the order of their ids, which every transaction uses.
create or replace function ledger_lock_accounts(p_accounts bigint[]) returns setof ledger_accounts language sql as $$
  select * from ledger_accounts where id = any(p_accounts) order by id for no key update
$$;
revoke all on function ledger_lock_accounts from public;

-- One account, for functions of other slices. Returns a set, so that the planner can inline it.
create or replace function ledger_account_of(p_id bigint) returns setof ledger_accounts language sql stable as $$
  select * from ledger_accounts where id = p_id
$$;

-- One account, for functions of other slices. In plpgsql, so that no plan contains its text: plans of `payment_confirm_all` of the previous release, which
-- call it, would fail once a migration has added a column to the accounts. Functions that join accounts use `ledger_account_rows`.
create or replace function ledger_account_of(p_id bigint) returns setof ledger_accounts language plpgsql stable as $$
begin
  return query select * from ledger_accounts where id = p_id;
end $$;

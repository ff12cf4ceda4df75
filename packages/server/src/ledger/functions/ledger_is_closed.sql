-- Whether an account is closed. Closing is final, so the answer can be used before the account is locked.
create or replace function ledger_is_closed(p_account bigint) returns boolean language sql stable as $$
  select closed_at is not null from ledger_accounts where id = p_account
$$;

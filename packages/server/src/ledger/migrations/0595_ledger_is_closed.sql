-- Whether an account is closed; it stays so. Asked before the locks, to know which ones are needed.
create function ledger_is_closed(p_account bigint) returns boolean language sql stable as $$
  select closed_at is not null from ledger_accounts where id = p_account
$$;

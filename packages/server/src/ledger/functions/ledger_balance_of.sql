-- The balance of an identity, or null if it has no account.
create or replace function ledger_balance_of(p_identity uuid) returns bigint language sql stable as $$
  select balance from ledger_accounts where identity_id = p_identity
$$;

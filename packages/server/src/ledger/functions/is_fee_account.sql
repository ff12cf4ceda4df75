-- Whether an account is one of the sixteen fee accounts.
create or replace function is_fee_account(p_account bigint) returns boolean language sql immutable as $$
  select p_account = 9000000000000000001 or p_account between 9000000000000000101 and 9000000000000000115
$$;

-- The sum of an account's pending top-ups.
create or replace function pending_topups_of(p_account bigint) returns bigint language sql stable as $$
  select coalesce(sum(amount), 0)::bigint from topups where account_id = p_account and status = 'pending'
$$;

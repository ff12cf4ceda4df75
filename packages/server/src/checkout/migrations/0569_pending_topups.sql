-- What others may know of top-ups that are under way: how much they will bring to an account, and whether there are any.
create function pending_topups_of(p_account bigint) returns bigint language sql stable as $$
  select coalesce(sum(amount), 0)::bigint from topups where account_id = p_account and status = 'pending'
$$;
create function has_pending_topups(p_account bigint) returns boolean language sql stable as $$
  select exists (select from topups where status = 'pending' and (account_id = p_account or app_account_id = p_account))
$$;

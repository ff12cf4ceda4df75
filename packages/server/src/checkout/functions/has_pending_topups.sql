-- Whether top-ups of an account or through an app are pending.
create or replace function has_pending_topups(p_account bigint) returns boolean language sql stable as $$
  select exists (select from topups where status = 'pending' and (account_id = p_account or app_account_id = p_account))
$$;

-- Whether a held payment names an account.
create or replace function is_named_by_hold(p_account bigint) returns boolean language sql stable as $$
  select exists (select from payments where status = 'held' and payer_account_id = p_account)
    or exists (select from payments where status = 'held' and payee_account_id = p_account)
    or exists (select from payments where status = 'held' and app_account_id = p_account)
$$;

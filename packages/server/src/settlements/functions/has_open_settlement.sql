-- Whether money of an escrow is on its way to a bank account.
create or replace function has_open_settlement(p_account bigint) returns boolean language sql stable as $$
  select exists (select from settlements where app_account_id = p_account and status in ('requested', 'sent'))
$$;

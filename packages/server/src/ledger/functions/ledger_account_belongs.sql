-- Whether an account has this kind and this holder: the id of an identity, or the client_id of an app (also for its hold account).
create or replace function ledger_account_belongs(p_account bigint, p_kind text, p_holder text) returns boolean language sql stable as $$
  select exists (
    select from ledger_accounts where id = p_account and kind = p_kind and p_kind in ('identity', 'app', 'hold')
      and coalesce(identity_id::text, client_id, held_for) = p_holder)
$$;

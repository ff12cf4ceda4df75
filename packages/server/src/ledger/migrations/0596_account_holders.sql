-- Whether an account is of this kind and belongs to this holder: the id of an identity, or the client_id of an app and its hold account.
create function ledger_account_belongs(p_account bigint, p_kind text, p_holder text) returns boolean language sql stable as $$
  select exists (
    select from ledger_accounts where id = p_account and kind = p_kind and p_kind in ('identity', 'app', 'hold')
      and coalesce(identity_id::text, client_id, held_for) = p_holder)
$$;

-- What other slices may know of suspense, and by which payment it came.
create or replace view suspense_facts as select reference, reason, amount, returned, source, provider, payment_id, since from ledger_suspense;

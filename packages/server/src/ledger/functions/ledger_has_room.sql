-- Whether a balance may grow by an amount. Held money and pending top-ups count as part of the balance.
create or replace function ledger_has_room(p_account bigint, p_amount bigint, p_balance_max bigint) returns boolean language sql stable as $$
  select balance + held + p_amount + pending_topups_of(id) <= p_balance_max from ledger_accounts where id = p_account
$$;

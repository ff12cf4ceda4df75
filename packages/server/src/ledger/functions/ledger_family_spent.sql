-- What a child has spent in the calendar month of a moment. A clock that was set back does not return to an earlier month.
create or replace function ledger_family_spent(p_payer ledger_accounts, p_now timestamptz, p_zone text) returns bigint language sql stable as $$
  select case when p_payer.spent_month >= date_trunc('month', greatest(p_now, p_payer.moved_at) at time zone p_zone)::date then p_payer.spent else 0 end
$$;

-- The first day of the month in which incoming money counts at a moment. Null if there are no tiers.
create or replace function ledger_month_at(p_at timestamptz) returns date language sql stable as $$
  select date_trunc('month', p_at at time zone zone)::date from ledger_tier_rules
$$;

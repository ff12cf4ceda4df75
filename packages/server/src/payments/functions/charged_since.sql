-- What an allowance has paid since the first day of a period in a time zone, fees included. Refunds do not reduce it.
create or replace function charged_since(p_allowance uuid, p_period text, p_start date, p_zone text) returns bigint language sql stable as $$
  select coalesce(sum(confirmed_total), 0)::bigint from payments
  where allowance_id = p_allowance and allowance_period(p_period, confirmed_at, p_zone) >= p_start
$$;

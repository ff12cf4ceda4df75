-- The first day of the calendar period of a moment in a time zone. Weeks begin on Monday.
create or replace function allowance_period(p_period text, p_at timestamptz, p_zone text) returns date language sql stable as $$
  select date_trunc(p_period, p_at at time zone p_zone)::date
$$;

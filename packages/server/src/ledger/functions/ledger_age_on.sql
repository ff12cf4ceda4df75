-- Completed years of a minor on a day. A year is completed on the first day of the month after the birth month.
create or replace function ledger_age_on(p_adult_from date, p_day date) returns integer language sql immutable as $$
  select extract(year from age(p_day, (p_adult_from - interval '18 years')::date))::integer
$$;

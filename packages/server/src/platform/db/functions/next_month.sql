-- The first moment of the next month, UTC.
create or replace function next_month(p_moment timestamptz) returns timestamptz language sql immutable as $$
  select (date_trunc('month', p_moment at time zone 'UTC') + interval '1 month') at time zone 'UTC'
$$;

-- Records an event of a payment for its app.
create or replace function tell_of_payment(p_payment payments, p_type text, p_more jsonb default '{}') returns void language sql as $$
  select tell_of_payments(array[p_payment], array[p_type], p_more)
$$;

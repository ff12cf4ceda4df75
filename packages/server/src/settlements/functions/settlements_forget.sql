-- Erases account number and holder of settlements that ended before a moment. Amounts, bank and last digits stay in the books.
create or replace function settlements_forget(p_before timestamptz) returns void language sql security definer set search_path from current as $$
  update settlements set account_number = '', holder_name = ''
    where account_number <> '' and coalesce(ended_at, paid_at) < p_before and status in ('paid', 'failed', 'cancelled')
$$;
revoke all on function settlements_forget from public;

-- Voids many payments of one app in one statement. Locks all accounts first, in the order of their ids.
create or replace function payment_void_all(p_payments uuid[], p_client_id text, p_postings uuid[])
returns table (outcome text) language plpgsql security definer set search_path from current as $$
begin
  if cardinality(p_payments) > 1 then
    perform ledger_lock_accounts(array(
      select distinct touched.id from payments p cross join unnest(array[p.hold_account_id, p.payer_account_id]) touched(id)
      where p.id = any(p_payments) and p.client_id = p_client_id));
  end if;
  for i in 1 .. cardinality(p_payments) loop
    return query select payment_void(p_payments[i], p_client_id, false, p_postings[i]);
  end loop;
end $$;
revoke all on function payment_void_all from public;

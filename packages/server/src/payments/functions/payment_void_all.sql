-- Voids many payments of one app in one statement. Locks the accounts of the held payments first, in the order
-- of their ids. A payment that becomes held while this waits stays held: locking its payer now could deadlock.
create or replace function payment_void_all(p_payments uuid[], p_client_id text, p_postings uuid[])
returns table (outcome text) language plpgsql security definer set search_path from current as $$
declare
  c_held constant uuid[] := array(select id from payments where id = any(p_payments) and client_id = p_client_id and status = 'held');
begin
  if cardinality(p_payments) > 1 then
    perform ledger_lock_accounts(array(
      select distinct touched.id from payments p cross join unnest(array[p.hold_account_id, p.payer_account_id]) touched(id)
      where p.id = any(c_held)));
  end if;
  for i in 1 .. cardinality(p_payments) loop
    return query select case
      when p_payments[i] = any(c_held) then payment_void(p_payments[i], p_client_id, false, p_postings[i])
      when exists (select from payments where id = p_payments[i] and client_id = p_client_id) then 'ended'
      else 'not_found' end;
  end loop;
end $$;
revoke all on function payment_void_all from public;

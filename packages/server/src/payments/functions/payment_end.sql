-- Ends an open payment that moved no money: declined, cancelled, or expired. Returns false if it is not open.
-- An expired payment cannot be declined or cancelled, and only one whose time has passed can expire.
create or replace function payment_end(p_payment uuid, p_status text, p_by uuid) returns boolean language plpgsql security definer set search_path from current as $$
declare
  v_payment payments;
begin
  if p_status not in ('declined', 'cancelled', 'expired') then raise exception 'an open payment is declined, cancelled or expires' using errcode = 'restrict_violation'; end if;
  update payments set status = p_status, ended_at = clock_timestamp(), ended_by = p_by
    where id = p_payment and case status when 'open' then (clock_timestamp() < expires_at) = (p_status <> 'expired') end returning * into v_payment;
  if not found then return false; end if;
  perform tell_of_payment(v_payment, 'payment.' || p_status);
  return true;
end $$;
revoke all on function payment_end from public;

-- Ends a pending top-up without a payment. Returns false if it is no longer pending.
create or replace function end_topup(p_topup uuid, p_status text) returns boolean language plpgsql security definer set search_path from current as $$
begin
  if p_status not in ('expired', 'failed') then raise exception 'a top-up ends expired or failed' using errcode = 'restrict_violation'; end if;
  update topups set status = p_status, next_check_at = case when p_status = 'failed' then null else next_check_at end where id = p_topup and status = 'pending';
  return found;
end $$;
revoke all on function end_topup from public;

-- For tests of apps: lets the time of an open or held payment pass, as if it had come. Not in a live service, where time decides about real money.
create or replace function payment_end_time(p_payment uuid) returns void language plpgsql security definer set search_path from current as $$
begin
  -- mutant (sandbox/live.test): if service_is_live() => if false
  if service_is_live() then raise exception 'the time of a payment does not pass early in a live service' using errcode = 'restrict_violation'; end if;
  update payments set expires_at = case status when 'open' then clock_timestamp() else expires_at end,
      capture_by = case status when 'held' then clock_timestamp() else capture_by end, due_at = null
    where id = p_payment and status in ('open', 'held');
end $$;
revoke all on function payment_end_time from public;

-- Records that the provider is asked to refund an item of suspense (`p_asked`), or that it refused. Returns false if there is nothing to refund.
create or replace function ledger_ask_refund(p_now timestamptz, p_item uuid, p_asked boolean) returns boolean language plpgsql security definer set search_path from current as $$
declare
  v_found boolean;
begin
  perform set_config('pid.posting', 'on', true);
  update ledger_suspense set refund_asked_at = case when p_asked then coalesce(refund_asked_at, p_now) end
    where id = p_item and state = 'open' and source = 'topup' and (p_asked or refund_accepted_at is null);
  v_found := found;
  perform set_config('pid.posting', '', true);
  return v_found;
end $$;
revoke all on function ledger_ask_refund from public;

-- Records that the provider accepted the refund of an item of suspense.
create or replace function ledger_refund_accepted(p_now timestamptz, p_item uuid) returns void language plpgsql security definer set search_path from current as $$
begin
  perform set_config('pid.posting', 'on', true);
  update ledger_suspense set refund_accepted_at = coalesce(refund_accepted_at, p_now) where id = p_item and refund_asked_at is not null;
  perform set_config('pid.posting', '', true);
end $$;
revoke all on function ledger_refund_accepted from public;

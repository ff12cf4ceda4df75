-- A refund that the provider has accepted may still be on its way. A later request that it refuses must not free the money to be given
-- to somebody else: only what was never accepted is freed.
alter table ledger_suspense add column refund_accepted_at timestamptz;

create or replace function ledger_ask_refund(p_now timestamptz, p_item uuid, p_asked boolean) returns boolean language plpgsql as $$
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

create function ledger_refund_accepted(p_now timestamptz, p_item uuid) returns void language plpgsql as $$
begin
  perform set_config('pid.posting', 'on', true);
  update ledger_suspense set refund_accepted_at = coalesce(refund_accepted_at, p_now) where id = p_item and refund_asked_at is not null;
  perform set_config('pid.posting', '', true);
end $$;

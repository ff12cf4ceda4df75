-- Tells the player why a charge was refused: once for each reason in a period, however often the app tries.
create or replace function tell_of_refused_charge(p_allowance allowances, p_now timestamptz, p_period_start date, p_reason text, p_total bigint) returns void language plpgsql as $$
begin
  if p_allowance.told_period = p_period_start and p_reason = any(p_allowance.told) then return; end if;
  update allowances set told_period = p_period_start, told = case when told_period = p_period_start then told else '{}' end || p_reason where id = p_allowance.id;
  perform tell_owner(p_allowance.identity_id, 'allowance.refused',
    jsonb_build_object('id', p_allowance.id, 'app', p_allowance.app_name, 'amount', p_total, 'reason', p_reason), p_now);
end $$;
revoke all on function tell_of_refused_charge from public;

-- Stores a charge that `judge_charge` accepted, and tells the player of the first one in each period and of every one above the player's notice amount.
create or replace function count_charge(
  p_allowance allowances, p_now timestamptz, p_zone text, p_period_start date, p_charged bigint, p_payment uuid, p_app_name text, p_total bigint, p_noticed boolean
) returns void language plpgsql as $$
begin
  update allowances set period_start = p_period_start, zone = p_zone, charged = p_charged, charged_at = greatest(charged_at, p_now) where id = p_allowance.id;
  if p_noticed or p_allowance.period_start is distinct from p_period_start then
    perform tell_owner(p_allowance.identity_id, 'allowance.charged', jsonb_build_object('id', p_payment, 'app', p_app_name, 'amount', p_total), p_now);
  end if;
end $$;
revoke all on function count_charge from public;

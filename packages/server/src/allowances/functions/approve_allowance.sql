-- Approves an open allowance of this player, who has proved it with a passkey, and tells app and player. `approved`, `active` (this player approved it
-- before), `changed`, `ended`, `app_paused` or `not_found`. The caller has checked in this transaction that the player has connected the app; a
-- disconnection that commits meanwhile ends the allowance.
create or replace function approve_allowance(p_id uuid, p_identity uuid, p_expected_amount bigint) returns text language plpgsql security definer set search_path from current as $$
declare
  v_allowance allowances;
  v_app record;
  v_now timestamptz;
begin
  select * into v_allowance from allowances where id = p_id and identity_id = p_identity;
  if v_allowance.id is null then return 'not_found'; end if;
  if exists (select from paused_apps(array[v_allowance.client_id])) then return 'app_paused'; end if;
  select * into v_allowance from allowances where id = p_id for no key update;
  v_now := date_trunc('milliseconds', clock_timestamp());
  if v_allowance.status = 'active' and v_now < v_allowance.due_at then return 'active'; end if;
  select f.name, f.owner_id into v_app from app_facts f where f.client_id = v_allowance.client_id and f.deleted_at is null;
  if v_allowance.status <> 'open' or v_now >= v_allowance.due_at or v_app.owner_id is null or v_app.owner_id = p_identity then return 'ended'; end if;
  if p_expected_amount is distinct from v_allowance.amount then return 'changed'; end if;
  update allowances set status = 'active', approved_at = v_now, app_name = v_app.name, due_at = ends_at where id = p_id;
  perform tell_app(v_allowance.client_id, 'allowance.approved', jsonb_build_object('allowanceId', p_id, 'reference', v_allowance.reference,
    'pid', (select pid from identity_facts where id = p_identity), 'amount', v_allowance.amount, 'period', v_allowance.period,
    'endsAt', to_char(v_allowance.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  perform tell_owner(p_identity, 'allowance.approved', jsonb_build_object('id', p_id, 'app', v_app.name, 'amount', v_allowance.amount, 'period', v_allowance.period), v_now);
  return 'approved';
end $$;
revoke all on function approve_allowance from public;

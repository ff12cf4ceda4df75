-- Ends a settlement: `paid`, `failed` or `cancelled`. Failed and cancelled money returns (`ledger_return_settlement`). `p_by` is the person who says so, `provider` if
-- its status does, or `service`. Of two concurrent calls one succeeds. While a provider transfers a settlement, only its status decides: people do
-- once there is a `problem`, or once a paid one is no longer checked. Both are judged under the lock of the row. The time is the database's, not
-- `p_now`.
create or replace function settlement_end(
  p_now timestamptz, p_id uuid, p_posting uuid, p_to text, p_by text, p_reference text, p_reason text, out outcome text, out before text
) language plpgsql security definer set search_path from current as $$
declare
  v_settlement settlements;
  v_now timestamptz;
begin
  if p_to not in ('paid', 'failed', 'cancelled') or p_by is null then
    raise exception 'a settlement ends as paid, failed or cancelled' using errcode = 'restrict_violation';
  end if;
  select * into v_settlement from settlements where id = p_id;
  if v_settlement.id is null then outcome := 'not_found'; return; end if;
  perform ledger_lock_settlement(p_id, v_settlement.app_account_id);
  select * into v_settlement from settlements where id = p_id for no key update;
  before := v_settlement.status;
  v_now := date_trunc('milliseconds', clock_timestamp());
  if (before, p_to) not in (('requested', 'cancelled'), ('sent', 'paid'), ('sent', 'failed'), ('paid', 'failed')) then outcome := 'ended'; return; end if;
  if p_to <> 'cancelled' then
    -- mutant (settlements/transfer-settlements): v_settlement.problem is null => false
    if p_by <> 'provider' and v_settlement.provider is not null and v_settlement.problem is null
      and (before = 'sent' or v_settlement.next_check_at is not null) then outcome := 'with_provider'; return; end if;
    if exists (select from app_people a join identity_facts i on i.id = a.identity_id where a.client_id = v_settlement.client_id and i.pid = p_by) then
      outcome := 'own_app'; return;
    end if;
    if p_by in (v_settlement.approved_by, v_settlement.sent_by) then outcome := 'same_person'; return; end if;
  end if;
  if p_to = 'paid' then
    update settlements set status = 'paid', paid_at = v_now, paid_by = p_by, paid_reference = p_reference, problem = null where id = p_id;
    perform ledger_pay_settlement(v_now, p_posting, p_id, v_settlement.app_account_id, v_settlement.amount, v_settlement.fee);
  else
    update settlements set status = p_to, ended_at = v_now, ended_by = p_by, ended_reference = p_reference, reason = p_reason, problem = null, next_check_at = null
      where id = p_id;
    perform ledger_return_settlement(v_now, p_posting, p_id, v_settlement.app_account_id, v_settlement.amount, v_settlement.fee, before = 'paid');
  end if;
  if p_to <> 'cancelled' and v_settlement.former_owner_id is null and exists (select from app_facts where client_id = v_settlement.client_id and deleted_at is null) then
    perform tell_app(v_settlement.client_id, 'settlement.' || p_to, jsonb_build_object('id', p_id, 'amount', v_settlement.amount));
  end if;
  outcome := 'done';
end $$;
revoke all on function settlement_end from public;

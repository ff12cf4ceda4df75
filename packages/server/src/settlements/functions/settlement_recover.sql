-- Records that a settlement has left although the restored books do not know it: one that is only requested becomes sent, and a missing one is
-- taken from the escrow. With a provider it has a problem until the provider's status is read, so that it is never ordered again. The
-- recorder counts as approver and sender, so another person says what became of it. Only the owner of the tables may call it.
create or replace function settlement_recover(
  p_id uuid, p_client_id text, p_app bigint, p_amount bigint, p_fee bigint, p_bank_code text, p_number bytea, p_master_key text, p_last4 text, p_holder text,
  p_by text, p_provider text, out outcome text, out before text, out available bigint
) language plpgsql as $$
declare
  v_settlement settlements;
  v_at timestamptz;
  v_now constant timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  perform paused_apps(array[p_client_id]);
  select * into v_settlement from settlements where id = p_id for no key update;
  if v_settlement.id is not null then
    before := v_settlement.status;
    if (v_settlement.client_id, v_settlement.amount) is distinct from (p_client_id, p_amount) then outcome := 'other_terms'; return; end if;
    if before <> 'requested' then outcome := 'known'; return; end if;
    update settlements set status = 'sent', sent_at = v_now, sent_by = p_by, provider = p_provider,
      problem = case when p_provider is not null then 'recovered' end, next_check_at = case when p_provider is not null then v_now end where id = p_id;
    outcome := 'sent';
    return;
  end if;
  if p_amount is null or p_amount <= 0 or p_fee is null or p_fee < 0 or not ledger_account_belongs(p_app, 'app', p_client_id) then
    raise exception 'a settlement is of income of an app' using errcode = 'restrict_violation';
  end if;
  select t.outcome, t.available, t.at into outcome, available, v_at from ledger_take_recovered(v_now, p_id, p_app, p_amount + p_fee) t;
  if outcome <> 'taken' then return; end if;
  insert into settlements (id, client_id, app_account_id, amount, fee, status, bank_code, account_number, master_key, last4, holder_name, approved_by,
    requested_at, sent_at, sent_by, provider, problem, next_check_at)
  values (p_id, p_client_id, p_app, p_amount, p_fee, 'sent', p_bank_code, p_number, p_master_key, p_last4, p_holder, p_by,
    date_trunc('milliseconds', v_at), v_now, p_by, p_provider, case when p_provider is not null then 'recovered' end, case when p_provider is not null then v_now end);
end $$;
revoke all on function settlement_recover from public;

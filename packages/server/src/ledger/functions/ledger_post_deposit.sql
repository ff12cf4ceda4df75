-- Deposits from the balance of the owner of an app, or of a member with the role finance, to the app's escrow, without a fee, and notifies the app. The
-- payer (`p_owner`) is judged as for a send.
create or replace function ledger_post_deposit(
  p_now timestamptz, p_id uuid, p_owner bigint, p_app bigint, p_amount bigint, p_proof integer, p_step_up bigint, p_daily_limit bigint, p_zone text,
  out outcome text, out available bigint, out escrow_balance bigint, out at timestamptz
) language plpgsql security definer set search_path from current as $$
declare
  v_owner ledger_accounts;
  v_escrow ledger_accounts;
  v_app app_facts;
  v_judged record;
begin
  perform ledger_lock(array[p_owner, p_app]);
  select * into v_owner from ledger_accounts where id = p_owner and kind = 'identity';
  select * into v_escrow from ledger_accounts where id = p_app and kind = 'app';
  select * into v_app from app_facts where client_id = v_escrow.client_id;
  if p_amount is null or p_amount <= 0 or not exists (select from app_people t where t.client_id = v_escrow.client_id
    and t.identity_id = v_owner.identity_id and t.role in ('owner', 'finance') and t.is_current) then
    raise exception 'a deposit goes from the owner or finance of an app to the app' using errcode = 'restrict_violation';
  end if;
  if v_escrow.closed_at is not null or v_app.deleted_at is not null then outcome := 'app_closed'; return; end if;
  outcome := ledger_family_forbids(v_owner, 'deposit', null, 0, p_amount, null, p_now, p_zone);
  if outcome is not null then return; end if;
  select * into v_judged from ledger_judge_payer(p_now, p_owner, array[p_app], p_amount, p_amount, p_proof, p_step_up, p_daily_limit, p_zone);
  if v_judged.outcome <> 'ok' then outcome := v_judged.outcome; available := v_judged.available; return; end if;
  perform ledger_count_payer(p_now, p_owner, array[p_app], v_judged.proven, v_judged.day, v_judged.sent, v_judged.unproven, 0);
  perform ledger_count_family(p_now, p_owner, p_amount, p_zone);
  select w.at into at
    from ledger_write(p_now, p_id, 'deposit', p_owner, p_app, p_app, p_amount, 0, 0, 0, null, null, array[p_owner, p_app], array[-p_amount, p_amount]) w;
  escrow_balance := v_escrow.balance + p_amount;
  perform tell_app(v_escrow.client_id, 'deposit.posted', jsonb_build_object('id', p_id, 'amount', p_amount));
  -- Above the payer's notice amount: the notice is written in the same transaction, so that a crash cannot lose it.
  if v_judged.noticed then
    perform tell_owner(v_owner.identity_id, 'money.deposited', jsonb_build_object('id', p_id, 'app', v_app.name, 'amount', p_amount), at);
  end if;
  outcome := 'posted';
end $$;
revoke all on function ledger_post_deposit from public;

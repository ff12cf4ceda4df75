-- Pays out from an app's escrow to its owner, and notifies the app.
create or replace function ledger_post_payout(
  p_now timestamptz, p_id uuid, p_app bigint, p_owner bigint, p_amount bigint, p_balance_max bigint,
  out outcome text, out payer_balance bigint, out at timestamptz
) language plpgsql security definer set search_path from current as $$
declare
  v_owner ledger_accounts;
  v_escrow ledger_accounts;
  v_app app_facts;
begin
  perform ledger_lock(array[p_app, p_owner]);
  select * into v_escrow from ledger_accounts where id = p_app and kind = 'app';
  select * into v_owner from ledger_accounts where id = p_owner and kind = 'identity';
  select * into v_app from app_facts where client_id = v_escrow.client_id;
  if p_amount is null or p_amount <= 0 or v_app.owner_id is distinct from v_owner.identity_id or v_app.owner_id is null then
    raise exception 'a payout goes from an app to its owner' using errcode = 'restrict_violation';
  end if;
  if v_owner.closed_at is not null then outcome := 'payee_closed'; return; end if;
  if v_escrow.closed_at is not null or v_app.deleted_at is not null then outcome := 'app_closed'; return; end if;
  if v_escrow.balance < p_amount then outcome := 'insufficient'; payer_balance := v_escrow.balance; return; end if;
  if ledger_full(p_owner, p_amount, p_balance_max, p_now) is not null then outcome := 'payee_full'; return; end if;
  select w.payer_balance, w.at into payer_balance, at
    from ledger_write(p_now, p_id, 'payout', p_app, p_owner, p_app, p_amount, 0, 0, 0, null, null, array[p_app, p_owner], array[-p_amount, p_amount]) w;
  perform tell_app(v_escrow.client_id, 'payout.posted', jsonb_build_object('id', p_id, 'amount', p_amount));
  outcome := 'posted';
end $$;
revoke all on function ledger_post_payout from public;

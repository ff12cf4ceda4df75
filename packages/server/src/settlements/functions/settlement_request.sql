-- Takes a settlement from the escrow of an app, with a copy of its approved bank account. The time is the database's, not `p_now`: the clock of
-- a node shortens neither the day after an approval nor a freeze.
create or replace function settlement_request(
  p_now timestamptz, p_id uuid, p_client_id text, p_app bigint, p_amount bigint, p_fee bigint, p_version uuid, p_number bytea, p_master_key text,
  out outcome text, out available bigint, out frozen_until timestamptz, out at timestamptz
) language plpgsql security definer set search_path from current as $$
declare
  v_account bank_accounts;
  v_now timestamptz;
begin
  perform paused_apps(array[p_client_id]);
  if p_amount is null or p_amount <= 0 or p_fee is null or p_fee < 0 or not ledger_account_belongs(p_app, 'app', p_client_id) then
    raise exception 'a settlement is of income of an app' using errcode = 'restrict_violation';
  end if;
  v_now := date_trunc('milliseconds', clock_timestamp());
  outcome := settlement_block(p_client_id, v_now);
  if outcome is not null then
    select f.until into frozen_until from app_facts a join freeze_facts f on f.identity_id = a.owner_id where a.client_id = p_client_id;
    return;
  end if;
  select * into v_account from bank_accounts where client_id = p_client_id and version = p_version and status = 'approved' for share;
  -- mutant (settlements/database-rules): or v_account.usable_from > v_now then => then
  if v_account.client_id is null or v_account.usable_from > v_now then outcome := 'account_not_usable'; return; end if;
  select t.outcome, t.available, t.at into outcome, available, at from ledger_take_settlement(v_now, p_id, p_app, p_amount + p_fee) t;
  if outcome <> 'taken' then return; end if;
  insert into settlements (id, client_id, app_account_id, amount, fee, status, bank_code, account_number, master_key, last4, holder_name, approved_by, requested_at)
  values (p_id, p_client_id, p_app, p_amount, p_fee, 'requested', v_account.bank_code, p_number, p_master_key, v_account.last4, v_account.holder_name,
    v_account.decided_by, date_trunc('milliseconds', at));
  outcome := 'requested';
end $$;
revoke all on function settlement_request from public;

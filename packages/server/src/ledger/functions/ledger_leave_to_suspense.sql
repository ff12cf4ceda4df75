-- Moves the balance of a deleted identity, or the escrow of one of its apps, to suspense, where an
-- administrator can credit it. Up to Rp100 of an identity is left; closing the account forfeits it. Refused
-- if the identity is not deleted.
create or replace function ledger_leave_to_suspense(p_now timestamptz, p_id uuid, p_account bigint) returns void language plpgsql security definer set search_path from current as $$
declare
  c_suspense constant bigint := 9000000000000000006;
  v_account ledger_accounts;
begin
  select * into v_account from ledger_accounts where id = p_account and kind in ('identity', 'app') and closed_at is null for no key update;
  if not found or not exists (
    select from identity_facts where status = 'deleted'
      and id = coalesce(v_account.identity_id, (select owner_id from app_facts where client_id = v_account.client_id))
  ) then
    raise exception 'nobody has left account %', p_account using errcode = 'restrict_violation';
  end if;
  if v_account.balance <= (case v_account.kind when 'identity' then 100 else 0 end) then return; end if;
  perform ledger_write(p_now, p_id, 'suspense', p_account, null, null, v_account.balance, 0, 0, 0, null, null,
    array[p_account, c_suspense], array[-v_account.balance, v_account.balance]);
  perform set_config('pid.posting', 'on', true);
  insert into ledger_suspense (id, source, account_id, amount, reason, since, posting_id)
  values (gen_random_uuid(), 'account', p_account, v_account.balance,
    case v_account.kind when 'app' then 'app_closed' else 'account_closed' end, date_trunc('milliseconds', p_now), p_id);
  perform set_config('pid.posting', '', true);
end $$;
revoke all on function ledger_leave_to_suspense from public;

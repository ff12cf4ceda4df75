-- Closes an account. Returns another outcome while it has a balance, holds, open settlements or pending top-ups. Up
-- to Rp100 of an identity is forfeited.
create or replace function ledger_close_account(p_now timestamptz, p_id uuid, p_account bigint, out outcome text, out balance bigint) language plpgsql security definer set search_path from current as $$
declare
  c_forfeited constant bigint := 9000000000000000005;
  v_account ledger_accounts;
  v_may_be_left bigint;
begin
  select * into v_account from ledger_accounts where id = p_account and kind in ('identity', 'app') for no key update;
  if not found then raise exception 'no account % to close', p_account using errcode = 'restrict_violation'; end if;
  balance := v_account.balance;
  if v_account.closed_at is not null then outcome := 'closed'; return; end if;
  v_may_be_left := case v_account.kind when 'identity' then 100 else 0 end;
  if is_named_by_hold(p_account) then outcome := 'holds'; return; end if;
  -- mutant (settlements/deletion): if has_open_settlement(p_account) => if false
  if has_open_settlement(p_account) then outcome := 'settlements'; return; end if;
  if balance > v_may_be_left then outcome := 'balance'; return; end if;
  if has_pending_topups(p_account) then outcome := 'topups'; return; end if;
  if balance > 0 then
    perform ledger_write(p_now, p_id, 'forfeit', p_account, null, null, balance, 0, 0, 0, null, null, array[p_account, c_forfeited], array[-balance, balance]);
  end if;
  perform set_config('pid.posting', 'on', true);
  update ledger_accounts set closed_at = p_now where id = p_account;
  perform set_config('pid.posting', '', true);
  outcome := 'closed';
end $$;
revoke all on function ledger_close_account from public;

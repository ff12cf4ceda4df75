-- Credits an item of suspense to the player that an administrator names. Of two concurrent calls, one
-- succeeds.
create or replace function ledger_credit_suspense(
  p_now timestamptz, p_id uuid, p_item uuid, p_account bigint, p_actor text, p_note text, p_balance_max bigint, out outcome text, out amount bigint
) language plpgsql security definer set search_path from current as $$
declare
  c_suspense constant bigint := 9000000000000000006;
  v_account ledger_accounts;
  v_item ledger_suspense;
begin
  perform from ledger_accounts where id in (p_account, c_suspense) order by id for no key update;
  select * into v_account from ledger_accounts where id = p_account and kind = 'identity';
  select * into v_item from ledger_suspense where id = p_item and state = 'open' for no key update;
  if v_item.id is null then outcome := 'resolved'; return; end if;
  if v_item.refund_asked_at is not null then outcome := 'refund_asked'; return; end if;
  if v_account.id is null or v_account.closed_at is not null then outcome := 'payee_closed'; return; end if;
  amount := v_item.amount - v_item.returned;
  if ledger_full(p_account, amount, p_balance_max, p_now) is not null then outcome := 'payee_full'; return; end if;
  perform ledger_write(p_now, p_id, 'suspense_credit', null, p_account, null, amount, 0, 0, 0, null, p_item, array[p_account, c_suspense], array[amount, -amount]);
  perform set_config('pid.posting', 'on', true);
  update ledger_suspense s set state = 'credited', credited_account_id = p_account, resolved_at = p_now, resolved_by = p_actor, resolved_note = p_note where s.id = p_item;
  perform set_config('pid.posting', '', true);
  outcome := 'credited';
end $$;
revoke all on function ledger_credit_suspense from public;

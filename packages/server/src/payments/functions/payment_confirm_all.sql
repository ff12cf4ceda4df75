-- Confirms many payments in one statement, with the outcome that confirming them one after another would have had. Locks all accounts first, in
-- the order of their ids.
create or replace function payment_confirm_all(
  p_payments uuid[], p_postings uuid[], p_payers uuid[], p_payer_accounts bigint[], p_expected_totals bigint[], p_proofs int[], p_fee_rule smallint,
  p_balance_max bigint, p_step_up bigint, p_daily_limit bigint, p_zone text
) returns table (outcome text, available bigint, total bigint, global_fee bigint, app_fee bigint) language plpgsql security definer set search_path from current as $$
begin
  if cardinality(p_payments) > 1 then
    perform paused_apps(array(select distinct p.client_id from payments p where p.id = any(p_payments)));
    perform ledger_lock_accounts(p_payer_accounts || array(
      select distinct touched.id from payments p
        cross join unnest(array[p.payee_account_id, p.app_account_id, case p.capture when 'manual' then p.hold_account_id else payment_fee_account(p.id) end]) touched(id)
      where p.id = any(p_payments)));
  end if;
  for i in 1 .. cardinality(p_payments) loop
    return query select c.outcome, c.available, c.total, c.global_fee, c.app_fee
      from payment_confirm(p_payments[i], p_postings[i], p_payers[i], p_payer_accounts[i], p_expected_totals[i], p_proofs[i], p_fee_rule,
        p_balance_max, p_step_up, p_daily_limit, p_zone) c;
  end loop;
end $$;
revoke all on function payment_confirm_all from public;

-- Many payments of one app by one commit: what they queue for, the escrow and the hold account, is locked once a batch.

-- All payments of an app share a fee account, so that a batch holds one of the sixteen. Fees are read as the sum of all.
create function payment_fee_account(p_payment uuid) returns bigint language sql stable as $$
  select case number when 0 then 9000000000000000001 else 9000000000000000100 + number end
    from (select app_account_id & 15 as number from payments where id = p_payment) chosen
$$;

-- The functions stay to the letter but for this:
-- * fees, as above;
-- * the statements that decide find their row by its id: by the status alone a plan may read all that is open or held;
-- * the suspense account is locked only for a payer who is gone: every capture of every app would queue there.
do $$
declare
  v_row record;
  v_before text;
  v_after text;
begin
  for v_row in select * from (values
    ('payment_confirm', 'ledger_fee_account(p_payment)', 'payment_fee_account(p_payment)'),
    ('payment_capture', 'ledger_fee_account(p_payment)', 'payment_fee_account(p_payment)'),
    ('payment_refund', 'ledger_fee_account(p_payment)', 'payment_fee_account(p_payment)'),
    ('payment_confirm', 'p.status = ''open'' and clock_timestamp() < p.expires_at',
     'case p.status when ''open'' then clock_timestamp() < p.expires_at end'),
    ('payment_capture', 'status = ''held'' and clock_timestamp() < capture_by',
     'case status when ''held'' then clock_timestamp() < capture_by end'),
    ('payment_give_back', 'id = p_payment.id and status = ''held''', 'id = p_payment.id and case status when ''held'' then true end'),
    ('payment_end', 'status = ''open'' and (clock_timestamp() < expires_at) = (p_status <> ''expired'')',
     'case status when ''open'' then (clock_timestamp() < expires_at) = (p_status <> ''expired'') end'),
    ('payment_capture', 'c_fees, c_suspense]', 'c_fees] || case when ledger_is_closed(v_payment.payer_account_id) then c_suspense end'),
    ('payment_void', 'v_payment.payer_account_id, c_suspense]', 'v_payment.payer_account_id] || case when ledger_is_closed(v_payment.payer_account_id) then c_suspense end')
  ) as change(name, was, becomes)
  loop
    v_before := pg_get_functiondef(v_row.name::regproc);
    v_after := replace(v_before, v_row.was, v_row.becomes);
    if v_after = v_before then raise exception '% has nothing to change', v_row.name; end if;
    execute v_after;
  end loop;
end $$;

-- Confirmations by one statement, with the outcome that one after the other would have had. The order of locks is that of one: each of them
-- finds its own locked already.
create function payment_confirm_all(
  p_payments uuid[], p_postings uuid[], p_payers uuid[], p_payer_accounts bigint[], p_expected_totals bigint[], p_proofs int[], p_fee_rule smallint,
  p_balance_max bigint, p_step_up bigint, p_daily_limit bigint, p_zone text
) returns table (outcome text, available bigint, total bigint, global_fee bigint, app_fee bigint) language plpgsql as $$
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

-- Captures of one app, likewise.
create function payment_capture_all(p_payments uuid[], p_client_id text, p_postings uuid[], p_amounts bigint[], p_balance_max bigint)
returns table (outcome text, most bigint) language plpgsql as $$
begin
  if cardinality(p_payments) > 1 then
    perform paused_apps(array[p_client_id]);
    perform ledger_lock_accounts(array(
      select distinct touched.id from payments p
        cross join unnest(array[p.hold_account_id, p.payer_account_id, p.payee_account_id, p.app_account_id, payment_fee_account(p.id)]) touched(id)
      where p.id = any(p_payments) and p.client_id = p_client_id));
  end if;
  for i in 1 .. cardinality(p_payments) loop
    return query select c.outcome, c.most from payment_capture(p_payments[i], p_client_id, p_postings[i], p_amounts[i], p_balance_max) c;
  end loop;
end $$;

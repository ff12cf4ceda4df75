-- Creates payments that allowances pay, and pays them, one after another in one transaction. A refused one leaves no payment. A reference that is used
-- already changes nothing (`known`). Locks apps and owners, then accounts in the order of their ids, then allowances. The new payment is inserted after
-- that and locked by nobody else. An idempotency key belongs to an account. `paid`, `known`, `key_used`, `not_found`, `app_paused`, `open`, `ended`, `exceeded` with what is left, or `player`.
create or replace function payment_charge_all(p_orders jsonb, p_fee_rule smallint, p_step_up bigint, p_daily_limit bigint, p_zone text)
returns table (place integer, outcome text, available bigint) language plpgsql security definer set search_path from current as $$
#variable_conflict use_variable
declare
  v_paused text[];
  v_now timestamptz;
  v_at timestamptz;
  v_order record;
  v_allowance allowances;
  v_payer ledger_accounts;
  v_terms record;
  v_fees record;
  v_judged record;
  v_payment payments;
  v_total bigint;
  v_fee_account bigint;
  v_reasons text[];
begin
  v_paused := array(select paused_apps(array(select distinct o ->> 'clientId' from jsonb_array_elements(p_orders) o)));
  perform ledger_lock(array(
    select touched.id from jsonb_array_elements(p_orders) o
      cross join unnest(array[(o ->> 'payerAccountId')::bigint, (o ->> 'appAccountId')::bigint, payment_fee_account_of((o ->> 'appAccountId')::bigint)]
        || case when o #>> '{key,accountId}' is null then '{}' else array[(o #>> '{key,accountId}')::bigint] end) touched(id)));
  perform lock_allowances(array(select (o ->> 'allowanceId')::uuid from jsonb_array_elements(p_orders) o));
  v_now := date_trunc('milliseconds', clock_timestamp());
  -- In one order, so that two nodes with the same references do not wait for each other.
  for v_order in
    select asked.i::integer as i, o.* from jsonb_array_elements(p_orders) with ordinality asked(fields, i)
      cross join lateral jsonb_to_record(asked.fields) as o (id uuid, "clientId" text, reference text, "requestHash" bytea, amount bigint, description text,
        "appAccountId" bigint, "holdAccountId" bigint, "payerAccountId" bigint, "allowanceId" uuid, "postingId" uuid, "captureWithinSeconds" int,
        "returnTo" text, "returnOrigin" text, item jsonb, "expiresInSeconds" int, key jsonb)
    order by o."clientId", o.reference, asked.i
  loop
    place := v_order.i; outcome := null; available := null;
    if ledger_key_differs(v_order.key) then outcome := 'key_used'; return next; continue; end if;
    if exists (select from payments p where p.client_id = v_order."clientId" and p.reference = v_order.reference) then outcome := 'known'; return next; continue; end if;
    if v_order."clientId" = any(v_paused) then outcome := 'app_paused'; return next; continue; end if;
    select * into v_allowance from allowance_of(v_order."allowanceId");
    select * into v_payer from ledger_account_of(v_order."payerAccountId");
    select * into v_terms from terms_of_app(v_order."clientId", v_allowance.identity_id);
    if v_allowance.client_id is distinct from v_order."clientId" or v_payer.identity_id is distinct from v_allowance.identity_id or v_terms.owner_id is null then
      outcome := 'not_found'; return next; continue;
    end if;
    -- A clock that was set back does not go back before the latest charge, so the payments themselves tell the period in which they were charged.
    v_at := greatest(v_now, v_allowance.charged_at);
    select f.global_fee into v_fees from fees_of_payment(v_order.amount, true, p_fee_rule, v_terms.is_waived, v_terms.fee_bps, v_terms.fee_flat) f;
    v_total := v_order.amount + v_fees.global_fee;
    v_judged := judge_charge(v_allowance, v_payer, v_at, v_order.amount, v_total, p_step_up, p_daily_limit, p_zone);
    if v_judged.outcome in ('open', 'ended', 'exceeded') then outcome := v_judged.outcome; available := v_judged.available; return next; continue; end if;
    if v_judged.outcome <> 'ok' then
      perform tell_of_refused_charge(v_allowance, v_now, v_judged.period_start, v_judged.outcome, v_total);
      if v_judged.outcome in ('age_needed', 'family') then v_reasons := v_reasons || v_judged.outcome; end if;
      outcome := 'player'; return next; continue;
    end if;

    insert into payments (id, client_id, reference, request_hash, amount, description, app_account_id, hold_account_id, payee_account_id, asked_identity_id, capture,
      capture_within_seconds, return_to, return_origin, sku, quantity, item_names, item_image, created_at, expires_at, status, payer_identity_id, payer_account_id,
      fee_rule, fee_bps, fee_flat, is_waived, global_fee, app_fee, confirmed_total, captured, confirmed_at, paid_at, app_name, allowance_id)
    values (v_order.id, v_order."clientId", v_order.reference, v_order."requestHash", v_order.amount, v_order.description, v_order."appAccountId", v_order."holdAccountId",
      v_order."appAccountId", v_allowance.identity_id, 'automatic', v_order."captureWithinSeconds", v_order."returnTo", v_order."returnOrigin",
      v_order.item ->> 'sku', (v_order.item ->> 'quantity')::int, v_order.item -> 'names', v_order.item ->> 'imageUrl',
      v_at, v_at + make_interval(secs => v_order."expiresInSeconds"), 'paid', v_allowance.identity_id, v_payer.id,
      p_fee_rule, v_terms.fee_bps, v_terms.fee_flat, v_terms.is_waived, v_fees.global_fee, 0, v_total, v_order.amount, v_at, v_at, v_terms.name, v_allowance.id)
    on conflict (client_id, reference) do nothing returning * into v_payment;
    -- A payment with this reference was created while this waited for it.
    if not found then outcome := 'known'; return next; continue; end if;
    -- Neither a step-up nor a known receiver: the player is not there.
    v_payer.sent_unproven := case when v_payer.sent_day is null or v_payer.sent_day < v_judged.day then 0 else v_payer.sent_unproven end;
    v_payer.sent_day := v_judged.day; v_payer.sent_today := v_judged.sent;
    v_payer := ledger_family_count(v_payer, null, v_total, v_at, p_zone);
    perform ledger_count_payers(v_at, array[v_payer], null, null, null);
    v_fee_account := payment_fee_account_of(v_payment.app_account_id);
    perform ledger_write(v_at, v_order."postingId", 'payment', v_payer.id, v_payment.app_account_id, v_payment.app_account_id, v_payment.amount, v_fees.global_fee, 0, 0,
      p_fee_rule, v_payment.id, array[v_payer.id, v_payment.app_account_id, v_fee_account], array[-v_total, v_payment.amount, v_fees.global_fee]);
    perform count_charge(v_allowance, v_at, p_zone, v_judged.period_start, v_judged.charged, v_payment.id, v_terms.name, v_total, v_judged.noticed);
    perform tell_of_payment(v_payment, 'payment.paid');
    perform ledger_use_key(v_order.key, v_order."postingId", v_at);
    outcome := 'paid';
    return next;
  end loop;
  if v_reasons is not null then
    perform ledger_count_refusals(v_now, p_zone, array_fill('createPayment'::text, array[cardinality(v_reasons)]), v_reasons, array_fill(1::bigint, array[cardinality(v_reasons)]));
  end if;
end $$;
revoke all on function payment_charge_all from public;

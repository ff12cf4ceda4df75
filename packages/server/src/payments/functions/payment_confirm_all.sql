-- Confirms many payments in one statement: posts each, or holds its money for a manual capture. A batch names each payment and each payer once, so
-- payers are judged by their balances before the batch. Locks apps and owners, then accounts in the order of their ids, then payments.
create or replace function payment_confirm_all(
  p_payments uuid[], p_postings uuid[], p_payers uuid[], p_payer_accounts bigint[], p_expected_totals bigint[], p_proofs int[], p_fee_rule smallint,
  p_balance_max bigint, p_step_up bigint, p_daily_limit bigint, p_zone text
) returns table (outcome text, available bigint, total bigint, global_fee bigint, app_fee bigint) language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
  security definer set search_path from current as $$
#variable_conflict use_variable
declare
  v_known uuid[];
  v_paused text[];
  v_now timestamptz;
  v_order record;
  v_payment payments;
  v_payer ledger_accounts;
  v_posting ledger_postings;
  v_judged record;
  v_judges_ages boolean;
  v_to_app boolean; v_is_manual boolean; v_is_known boolean; v_credited bigint;
  v_changed payments[]; v_types text[]; v_noticed uuid[];
  v_payers ledger_accounts[]; v_paying bigint[]; v_receivers bigint[]; v_proven boolean[];
  v_postings ledger_postings[]; v_positions int[]; v_accounts bigint[]; v_amounts bigint[];
begin
  if (select count(distinct id) < cardinality(p_payments) from unnest(p_payments) id) or (select count(distinct id) < cardinality(p_payers) from unnest(p_payers) id) then
    raise exception 'a batch names each payment and each payer once' using errcode = 'restrict_violation';
  end if;
  -- The accounts of a payment that appears while this waits would not be locked, so such a payment is not found.
  v_known := array(select p.id from payments p where p.id = any(p_payments));
  v_paused := array(select paused_apps(array(select p.client_id from payments p where p.id = any(v_known))));
  perform ledger_lock(p_payer_accounts || array(
    select touched.id from unnest(v_known) q(id) cross join lateral (select * from payments p where p.id = q.id offset 0) p
      cross join unnest(array[p.payee_account_id, p.app_account_id, case p.capture when 'manual' then p.hold_account_id else payment_fee_account_of(p.app_account_id) end]) touched(id)
    where p.status = 'open'));
  perform from payments p where p.id = any(v_known) order by p.id for no key update;
  v_now := clock_timestamp();
  v_judges_ages := ledger_judges_ages();

  for v_order in
    select q.*, p as payment, payer.account as payer, terms.*, fees.global_fee as its_global_fee, fees.app_fee as its_app_fee,
      payee.id is not null and payee.closed_at is null as payee_is_open, app.id is not null and app.closed_at is null as app_is_open,
      paid_payee.is_proven as payee_is_proven, coalesce(paid_payee.is_known, false) as knows_payee,
      paid_app.is_proven as app_is_proven, coalesce(paid_app.is_known, false) as knows_app
    from unnest(p_payments, p_postings, p_payers, p_payer_accounts, p_expected_totals, p_proofs)
      with ordinality q(payment_id, posting_id, payer_id, payer_account_id, expected_total, proof, i)
    left join payments p on p.id = q.payment_id and p.id = any(v_known)
    left join ledger_account_rows payer on payer.id = q.payer_account_id and payer.identity_id = q.payer_id
    left join ledger_account_rows payee on payee.id = p.payee_account_id
    left join ledger_account_rows app on app.id = p.app_account_id
    left join lateral ledger_paid_before(q.payer_account_id, p.payee_account_id, greatest(v_now, payer.moved_at)) paid_payee on true
    left join lateral ledger_paid_before(q.payer_account_id, p.app_account_id, greatest(v_now, payer.moved_at)) paid_app on true
    left join lateral terms_of_app(p.client_id, q.payer_id) terms on true
    left join lateral fees_of_payment(p.amount, p.payee_identity_id is null, p_fee_rule, terms.is_waived, terms.fee_bps, terms.fee_flat) fees on true
    order by q.i
  loop
    v_payment := v_order.payment;
    v_payer := v_order.payer;
    outcome := null; available := null;
    global_fee := v_order.its_global_fee; app_fee := v_order.its_app_fee;
    total := v_payment.amount + global_fee + app_fee;
    v_to_app := v_payment.payee_identity_id is null;
    v_is_manual := v_payment.capture = 'manual';
    -- mutant (payments/payments): or v_now >= v_payment.expires_at => nothing
    outcome := case
      when v_payment.id is null or v_payment.asked_identity_id <> v_order.payer_id then 'not_found'
      when v_payment.status <> 'open' or v_now >= v_payment.expires_at then 'ended'
      when v_payment.client_id = any(v_paused) then 'app_paused'
      when v_order.owner_id is null or not v_order.app_is_open then 'not_found'
      when v_order.payer_id in (v_order.owner_id, v_payment.payee_identity_id) then 'own_payment'
      when v_order.expected_total is distinct from total then 'total_changed'
      when not v_order.payee_is_open then 'payee_closed'
      when v_payer.id is null then 'payer_closed' end;
    if outcome is not null then return next; continue; end if;

    -- mutant (families/requests): and is_approved_by_parent(v_order.payer_id, v_payment.id, total) => nothing
    if v_judges_ages or v_payer.parents is not null then
      outcome := ledger_family_forbids(v_payer, 'payment', case when not v_to_app then v_payment.payee_account_id end, 0, total, case when v_payer.parents is not null then rating_of_app(v_payment.client_id) end, v_now, p_zone);
      if outcome = 'parent_approval_needed' and is_approved_by_parent(v_order.payer_id, v_payment.id, total) then outcome := null; end if;
      if outcome is not null then return next; continue; end if;
    end if;
    v_is_known := v_order.knows_payee and (app_fee = 0 or v_order.knows_app);
    v_judged := ledger_judge(v_payer, v_now, v_is_known, v_payment.amount + app_fee, total, v_order.proof, p_step_up, p_daily_limit, p_zone);
    outcome := v_judged.outcome; available := v_judged.available;
    if outcome <> 'ok' then return next; continue; end if;
    if v_payer.parents is not null and not v_to_app
      and ledger_family_excludes(v_payer, (select a.account from ledger_account_rows a where a.id = v_payment.payee_account_id), v_now, p_zone)
      and not is_approved_by_parent(v_order.payer_id, v_payment.id, total) then
      outcome := 'parent_approval_needed'; return next; continue;
    end if;
    -- Judged last, so that only a payer who could pay learns that the receiver's balance is full. Counts what this batch has credited so far.
    if not v_is_manual and not v_to_app then
      v_credited := (select coalesce(sum(m.amount), 0) from unnest(v_accounts, v_amounts) m(account, amount) where m.account = v_payment.payee_account_id and m.amount > 0);
      -- mutant (payments/batches): v_credited + v_payment.amount => v_payment.amount
      if ledger_full(v_payment.payee_account_id, v_credited + v_payment.amount, p_balance_max, v_now) is not null then outcome := 'payee_full'; return next; continue; end if;
    end if;

    v_payment.status := case when v_is_manual then 'held' else 'paid' end;
    v_payment.payer_identity_id := v_order.payer_id;
    v_payment.payer_account_id := v_payer.id;
    v_payment.app_name := v_order.name;
    v_payment.fee_rule := p_fee_rule; v_payment.fee_bps := v_order.fee_bps; v_payment.fee_flat := v_order.fee_flat; v_payment.is_waived := v_order.is_waived;
    v_payment.global_fee := global_fee; v_payment.app_fee := app_fee; v_payment.confirmed_total := total; v_payment.confirmed_at := v_now;
    if v_is_manual then
      v_payment.capture_by := v_now + make_interval(secs => v_payment.capture_within_seconds);
      v_payment.due_at := v_payment.capture_by - make_interval(secs => least(3600, v_payment.capture_within_seconds / 4));
    else
      v_payment.captured := v_payment.amount;
      v_payment.paid_at := v_now;
    end if;
    v_changed := v_changed || v_payment;
    v_types := v_types || ('payment.' || v_payment.status);
    v_payer.sent_day := v_judged.day; v_payer.sent_today := v_judged.sent; v_payer.sent_unproven := v_judged.unproven;
    if v_is_manual then v_payer.held := v_payer.held + total; end if;
    if v_payer.parents is not null then v_payer := ledger_family_count(v_payer, null, total, v_now, p_zone); end if;
    v_payers := v_payers || v_payer;
    -- mutant (payments/batches): v_order.payee_is_proven is null => false
    if v_order.payee_is_proven is null or v_judged.proven and not v_order.payee_is_proven then
      v_paying := v_paying || v_payer.id; v_receivers := v_receivers || v_payment.payee_account_id; v_proven := v_proven || v_judged.proven;
    end if;
    if app_fee > 0 and (v_order.app_is_proven is null or v_judged.proven and not v_order.app_is_proven) then
      v_paying := v_paying || v_payer.id; v_receivers := v_receivers || v_payment.app_account_id; v_proven := v_proven || v_judged.proven;
    end if;
    v_posting := null;
    v_posting.id := v_order.posting_id; v_posting.payer_id := v_payer.id; v_posting.payee_id := v_payment.payee_account_id; v_posting.app_id := v_payment.app_account_id;
    v_posting.reference := v_payment.id;
    if v_is_manual then
      v_posting.type := 'hold'; v_posting.amount := total; v_posting.global_fee := 0; v_posting.app_fee := 0;
      v_accounts := v_accounts || array[v_payer.id, v_payment.hold_account_id];
      v_amounts := v_amounts || array[-total, total];
    else
      v_posting.type := 'payment'; v_posting.amount := v_payment.amount; v_posting.global_fee := global_fee; v_posting.app_fee := app_fee; v_posting.fee_rule := p_fee_rule;
      v_accounts := v_accounts || array[v_payer.id, v_payment.payee_account_id, v_payment.app_account_id, payment_fee_account_of(v_payment.app_account_id)];
      v_amounts := v_amounts || array[-total, v_payment.amount, app_fee, global_fee];
    end if;
    v_postings := v_postings || v_posting;
    v_positions := v_positions || array_fill(cardinality(v_postings), array[cardinality(v_accounts) - coalesce(cardinality(v_positions), 0)]);
    if v_judged.noticed then v_noticed := v_noticed || v_payment.id; end if;
    outcome := v_payment.status;
    return next;
  end loop;
  if v_changed is null then return; end if;

  perform payments_save(v_changed);
  if v_paying is not null then perform ledger_count_payers(v_now, null, v_paying, v_receivers, v_proven); end if;
  perform ledger_write_payments(v_now, v_postings, v_positions, v_accounts, v_amounts, v_payers);
  perform tell_of_payments(v_changed, v_types);
  -- Above the payer's notice amount: the notice is written in the same transaction, so that a crash cannot lose it.
  if v_noticed is not null then
    perform tell_owner(p.payer_identity_id, 'payment.confirmed', jsonb_build_object('id', p.id, 'app', p.app_name, 'amount', p.confirmed_total), v_now)
      from unnest(v_changed) p where p.id = any(v_noticed);
  end if;
end $$;
revoke all on function payment_confirm_all from public;

-- Ends many held payments in one statement. An order names the app that asks, or null for the service itself, and the amount to capture: null for
-- all of it, 0 to void. What is not captured is returned to the payer with the fees that are not due. Everything is returned if the payee's account is
-- closed or the time to capture has passed. The service voids only holds whose time has passed, unless `p_is_forced`.
-- Locks like `payment_confirm_all`. A payment that becomes held while this waits stays held: locking its payer now could deadlock.
create or replace function payment_end_holds(p_payments uuid[], p_client_ids text[], p_postings uuid[], p_amounts bigint[], p_balance_max bigint, p_is_forced boolean)
returns table (outcome text, most bigint) language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
  security definer set search_path from current as $$
#variable_conflict use_variable
declare
  c_suspense constant bigint := 9000000000000000006;
  v_held uuid[];
  v_paused text[];
  v_now timestamptz;
  v_order record;
  v_payment payments;
  v_posting ledger_postings;
  v_amount bigint; v_rest bigint; v_to bigint; v_credited bigint;
  v_is_void boolean;
  v_changed payments[]; v_types text[];
  v_ids uuid[]; v_posting_ids uuid[]; v_payers bigint[]; v_held_amounts bigint[]; v_returned bigint[];
  v_postings ledger_postings[]; v_positions int[]; v_accounts bigint[]; v_amounts bigint[];
begin
  if (select count(distinct id) < cardinality(p_payments) from unnest(p_payments) id) then
    raise exception 'a batch names each payment once' using errcode = 'restrict_violation';
  end if;
  -- `offset 0` makes the planner look payments up by id, and not by their status.
  v_held := array(select q.id from unnest(p_payments) q(id) cross join lateral (select p.status from payments p where p.id = q.id offset 0) p where p.status = 'held');
  -- A paused app captures nothing. Voids are always possible.
  v_paused := array(select paused_apps(array(select q.client_id from unnest(p_client_ids, p_amounts) q(client_id, amount) where q.amount is distinct from 0)));
  perform ledger_lock(array(
    select touched.id from unnest(p_payments, p_amounts) q(payment_id, amount) join payments p on p.id = q.payment_id
      -- mutant (payments/batches): case when ledger_is_closed(p.payer_account_id) then c_suspense end => c_suspense
      cross join unnest(array[p.hold_account_id, p.payer_account_id, case when ledger_is_closed(p.payer_account_id) then c_suspense end]
        || case when q.amount is distinct from 0 then array[p.payee_account_id, p.app_account_id, payment_fee_account_of(p.app_account_id)] end) touched(id)
    where p.id = any(v_held)));
  perform from payments p where p.id = any(v_held) order by p.id for no key update;
  v_now := clock_timestamp();

  for v_order in
    select q.*, p as payment, payer.closed_at is not null as payer_is_closed, payee.id is not null and payee.closed_at is null as payee_is_open, fees.*
    from unnest(p_payments, p_client_ids, p_postings, p_amounts) with ordinality q(payment_id, client_id, posting_id, amount, i)
    left join payments p on p.id = q.payment_id
    left join ledger_account_rows payer on payer.id = p.payer_account_id
    left join ledger_account_rows payee on payee.id = p.payee_account_id
    left join lateral fees_of_payment(coalesce(q.amount, p.amount), p.payee_identity_id is null, p.fee_rule, p.is_waived, p.fee_bps, p.fee_flat) fees on true
    order by q.i
  loop
    v_payment := v_order.payment;
    v_amount := coalesce(v_order.amount, v_payment.amount);
    v_is_void := v_amount = 0;
    most := null;
    outcome := case
      when v_payment.id is null or v_payment.client_id <> v_order.client_id then 'not_found'
      when v_payment.status <> 'held' or not v_payment.id = any(v_held) then 'ended'
      when v_amount not between 0 and v_payment.amount then 'beyond'
      when not v_is_void and v_payment.client_id = any(v_paused) then 'app_paused'
      when v_order.client_id is null and not p_is_forced and v_now < v_payment.capture_by then 'early' end;
    if outcome = 'beyond' then most := v_payment.amount; end if;
    if outcome is not null then return next; continue; end if;
    -- mutant (payments/holds): or v_now >= v_payment.capture_by => nothing
    if not v_is_void and (not v_order.payee_is_open or v_now >= v_payment.capture_by) then
      v_is_void := true;
      outcome := 'ended';
    else
      outcome := case when v_is_void then 'void' else 'paid' end;
    end if;
    if not v_is_void and v_payment.payee_identity_id is not null then
      v_credited := (select coalesce(sum(m.amount), 0) from unnest(v_accounts, v_amounts) m(account, amount) where m.account = v_payment.payee_account_id and m.amount > 0);
      if ledger_full(v_payment.payee_account_id, v_credited + v_amount, p_balance_max, v_now) is not null then outcome := 'payee_full'; return next; continue; end if;
    end if;

    v_posting := null;
    v_posting.id := v_order.posting_id; v_posting.app_id := v_payment.app_account_id; v_posting.reference := v_payment.id;
    v_to := case when v_order.payer_is_closed then c_suspense else v_payment.payer_account_id end;
    v_payment.due_at := null;
    if v_is_void then
      v_payment.status := 'void'; v_payment.ended_at := v_now;
      v_rest := payment_returned(v_payment);
      v_posting.type := 'hold_return'; v_posting.payer_id := v_payment.payee_account_id; v_posting.payee_id := v_payment.payer_account_id;
      v_posting.amount := v_rest; v_posting.global_fee := 0; v_posting.app_fee := 0;
      v_accounts := v_accounts || array[v_payment.hold_account_id, v_to];
      v_amounts := v_amounts || array[-v_rest, v_rest];
      v_types := v_types || 'payment.void'::text;
    else
      v_payment.status := 'paid'; v_payment.captured := v_amount; v_payment.paid_at := v_now;
      v_payment.global_fee := v_order.global_fee; v_payment.app_fee := v_order.app_fee;
      v_rest := payment_returned(v_payment);
      v_posting.type := 'capture'; v_posting.payer_id := v_payment.payer_account_id; v_posting.payee_id := v_payment.payee_account_id;
      v_posting.amount := v_amount; v_posting.global_fee := v_order.global_fee; v_posting.app_fee := v_order.app_fee; v_posting.fee_rule := v_payment.fee_rule;
      v_accounts := v_accounts || array[v_payment.hold_account_id, v_payment.payee_account_id, v_payment.app_account_id, payment_fee_account_of(v_payment.app_account_id), v_to];
      v_amounts := v_amounts || array[-v_payment.confirmed_total, v_amount, v_order.app_fee, v_order.global_fee, v_rest];
      v_types := v_types || 'payment.captured'::text;
    end if;
    v_changed := v_changed || v_payment;
    v_postings := v_postings || v_posting;
    v_positions := v_positions || array_fill(cardinality(v_postings), array[cardinality(v_accounts) - coalesce(cardinality(v_positions), 0)]);
    v_ids := v_ids || v_payment.id;
    v_posting_ids := v_posting_ids || v_posting.id;
    v_payers := v_payers || v_payment.payer_account_id;
    v_held_amounts := v_held_amounts || v_payment.confirmed_total;
    v_returned := v_returned || v_rest;
    return next;
  end loop;
  if v_changed is null then return; end if;

  perform payments_save(v_changed);
  perform ledger_release_held(v_now, v_posting_ids, v_ids, v_payers, v_held_amounts, v_returned);
  perform ledger_write_payments(v_now, v_postings, v_positions, v_accounts, v_amounts, null);
  perform tell_of_payments(v_changed, v_types);
end $$;
revoke all on function payment_end_holds from public;

-- Payments that apps ask for. What is asked never changes; what becomes of it is written by the functions below alone, each transition by one
-- conditional statement in the transaction that moves the money, on the database's clock.
create table payments (
  -- UUIDv7: ascends with time, so that lists are read by it.
  id uuid primary key,
  client_id text not null references apps (client_id),
  reference text not null check (length(reference) between 1 and 64),
  request_hash bytea not null,
  amount bigint not null check (amount between 1 and 1000000000000),
  description text not null check (length(description) between 1 and 140),
  -- The escrow of the app, its hold account, and who is paid: the escrow, or the player `to`.
  app_account_id bigint not null,
  hold_account_id bigint not null,
  payee_account_id bigint not null,
  payee_identity_id uuid references identities (id),
  -- The only player who may pay; null for anybody.
  asked_identity_id uuid references identities (id),
  capture text not null check (capture in ('automatic', 'manual')),
  capture_within_seconds integer not null check (capture_within_seconds between 60 and 604800),
  return_to text,
  return_origin text,
  status text not null default 'open' check (status in ('open', 'held', 'paid', 'refunded', 'void', 'declined', 'expired', 'cancelled')),
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  expires_at timestamptz not null,
  -- A top-up begun from the page moves the expiry once.
  is_extended boolean not null default false,
  -- Frozen when the payer confirms; the fees after a capture are those of what was captured.
  payer_identity_id uuid references identities (id),
  payer_account_id bigint,
  fee_rule smallint,
  fee_bps integer,
  fee_flat integer,
  is_waived boolean,
  global_fee bigint not null default 0 check (global_fee >= 0),
  app_fee bigint not null default 0 check (app_fee >= 0),
  -- What was taken from the payer: amount and fees as they were confirmed.
  confirmed_total bigint,
  captured bigint not null default 0,
  refunded bigint not null default 0,
  confirmed_at timestamptz,
  paid_at timestamptz,
  capture_by timestamptz,
  -- When the app is told that a capture is due; null when it was, or need not be.
  due_at timestamptz,
  ended_at timestamptz,
  -- Who declined.
  ended_by uuid,
  unique (client_id, reference),
  constraint payments_captured check (captured between 0 and amount),
  constraint payments_refunded check (refunded between 0 and captured),
  constraint payments_confirmed check ((payer_account_id is null) = (status in ('open', 'declined', 'expired', 'cancelled')))
);
create index payments_of_app on payments (client_id, id desc);
create index payments_of_payer on payments (payer_identity_id, id desc) where payer_identity_id is not null;
create index payments_open on payments (expires_at) where status = 'open';
create index payments_held on payments (capture_by) where status = 'held';
create index payments_due on payments (due_at) where due_at is not null and status = 'held';
create index payments_held_payer on payments (payer_account_id) where status = 'held';
create index payments_held_payee on payments (payee_account_id) where status = 'held';
create index payments_held_app on payments (app_account_id) where status = 'held';
create index payments_open_payee on payments (payee_identity_id) where status = 'open';
create index payments_open_asked on payments (asked_identity_id) where status = 'open';
create trigger payments_no_delete before delete on payments for each row execute function refuse_change();
create trigger payments_no_truncate before truncate on payments for each statement execute function refuse_change();

create table payment_refunds (
  -- The posting.
  id uuid primary key,
  payment_id uuid not null references payments (id),
  amount bigint not null check (amount > 0),
  -- The service's fee that went back with the last rupiah.
  fee bigint not null check (fee >= 0),
  reason text,
  actor text not null,
  created_at timestamptz not null
);
create index payment_refunds_of on payment_refunds (payment_id, created_at);
create trigger payment_refunds_append_only before update or delete on payment_refunds for each row execute function refuse_change();
create trigger payment_refunds_no_truncate before truncate on payment_refunds for each statement execute function refuse_change();

-- What other slices may know of a payment.
create view payment_facts as select id, client_id, description, status, amount, payer_account_id, payee_account_id, app_account_id, hold_account_id,
  confirmed_total, captured, refunded, global_fee, app_fee, fee_rule, fee_bps, fee_flat, is_waived from payments;

create function is_named_by_hold(p_account bigint) returns boolean language sql stable as $$
  select exists (select from payments where status = 'held' and payer_account_id = p_account)
    or exists (select from payments where status = 'held' and payee_account_id = p_account)
    or exists (select from payments where status = 'held' and app_account_id = p_account)
$$;

-- What an app is told of a payment.
create function tell_of_payment(p_payment payments, p_type text, p_more jsonb default '{}') returns void language sql as $$
  select tell_app(p_payment.client_id, p_type, jsonb_build_object('paymentId', p_payment.id, 'reference', p_payment.reference, 'status', p_payment.status,
    'amount', p_payment.amount, 'captured', p_payment.captured, 'refunded', p_payment.refunded,
    'payer', (select pid from identity_facts where id = p_payment.payer_identity_id)) || p_more)
$$;

-- The fees of an amount by the terms that hold, or were frozen.
create function payment_fees(
  p_amount bigint, p_to_app boolean, p_fee_rule smallint, p_is_waived boolean, p_fee_bps int, p_fee_flat int, out global_fee bigint, out app_fee bigint
) language sql stable as $$
  select case when p_is_waived then 0 else ledger_global_fee(p_amount, p_fee_rule) end,
    case when p_to_app then 0 else (p_amount * p_fee_bps + 9999) / 10000 + p_fee_flat end
$$;

-- An open payment ends without money: declined, cancelled, or expired when its time is over. False when it is not open any more, or not yet over.
create function payment_end(p_payment uuid, p_status text, p_by uuid) returns boolean language plpgsql as $$
declare
  v_payment payments;
begin
  if p_status not in ('declined', 'cancelled', 'expired') then raise exception 'an open payment is declined, cancelled or expires' using errcode = 'restrict_violation'; end if;
  update payments set status = p_status, ended_at = clock_timestamp(), ended_by = p_by
    where id = p_payment and status = 'open' and (clock_timestamp() < expires_at) = (p_status <> 'expired') returning * into v_payment;
  if not found then return false; end if;
  perform tell_of_payment(v_payment, 'payment.' || p_status);
  return true;
end $$;

-- A top-up begun from the payment's page: it stays open as long as that can be paid, at most a day in all, once.
create function payment_extend(p_payment uuid, p_until timestamptz) returns boolean language plpgsql as $$
begin
  update payments set expires_at = greatest(expires_at, least(p_until, created_at + interval '1 day')), is_extended = true
    where id = p_payment and status = 'open' and not is_extended and clock_timestamp() < expires_at;
  return found;
end $$;

-- The payer says yes. One of any number at once pays; the others find it ended. Order of locks: identities and apps (the pause), accounts, the payment.
create function payment_confirm(
  p_payment uuid, p_posting uuid, p_payer uuid, p_payer_account bigint, p_expected_total bigint, p_proof int, p_fee_rule smallint,
  p_balance_max bigint, p_step_up bigint, p_daily_limit bigint, p_zone text,
  out outcome text, out available bigint, out total bigint, out global_fee bigint, out app_fee bigint
) language plpgsql as $$
declare
  c_fees constant bigint := 9000000000000000001;
  v_payment payments;
  v_terms record;
  v_judged record;
  v_receivers bigint[];
  v_to_app boolean; v_is_manual boolean; v_payee_open boolean; v_app_open boolean;
  v_now timestamptz;
begin
  select * into v_payment from payments where id = p_payment;
  if v_payment.id is null or v_payment.asked_identity_id <> p_payer then outcome := 'not_found'; return; end if;
  if v_payment.status <> 'open' then outcome := 'ended'; return; end if;
  if exists (select from paused_apps(array[v_payment.client_id])) then outcome := 'app_paused'; return; end if;
  select * into v_terms from app_terms(v_payment.client_id, p_payer);
  if v_terms.owner_id is null then outcome := 'not_found'; return; end if;
  if p_payer in (v_terms.owner_id, v_payment.payee_identity_id) then outcome := 'own_payment'; return; end if;
  v_to_app := v_payment.payee_identity_id is null;
  v_is_manual := v_payment.capture = 'manual';
  select f.global_fee, f.app_fee into global_fee, app_fee
    from payment_fees(v_payment.amount, v_to_app, p_fee_rule, v_terms.is_waived, v_terms.fee_bps, v_terms.fee_flat) f;
  total := v_payment.amount + global_fee + app_fee;
  if p_expected_total is distinct from total then outcome := 'total_changed'; return; end if;

  select bool_or(l.closed_at is null) filter (where l.id = v_payment.payee_account_id), bool_or(l.closed_at is null) filter (where l.id = v_payment.app_account_id)
    into v_payee_open, v_app_open
    from ledger_lock_accounts(array[p_payer_account, v_payment.payee_account_id, v_payment.app_account_id] || case when v_is_manual then v_payment.hold_account_id else c_fees end) l;
  v_now := clock_timestamp();
  if v_app_open is not true then outcome := 'not_found'; return; end if;
  if v_payee_open is not true then outcome := 'payee_closed'; return; end if;
  if not v_is_manual and not v_to_app and not ledger_has_room(v_payment.payee_account_id, v_payment.amount, p_balance_max) then outcome := 'payee_full'; return; end if;
  v_receivers := array[v_payment.payee_account_id] || case when app_fee > 0 then array[v_payment.app_account_id] else '{}' end;
  select * into v_judged from ledger_judge_payer(v_now, p_payer_account, v_receivers, v_payment.amount + app_fee, total, p_proof, p_step_up, p_daily_limit, p_zone);
  if v_judged.outcome <> 'ok' then outcome := v_judged.outcome; available := v_judged.available; return; end if;

  update payments p set status = case when v_is_manual then 'held' else 'paid' end, payer_identity_id = p_payer, payer_account_id = p_payer_account,
      fee_rule = p_fee_rule, fee_bps = v_terms.fee_bps, fee_flat = v_terms.fee_flat, is_waived = v_terms.is_waived,
      global_fee = payment_confirm.global_fee, app_fee = payment_confirm.app_fee, confirmed_total = payment_confirm.total,
      captured = case when v_is_manual then 0 else p.amount end, confirmed_at = v_now, paid_at = case when not v_is_manual then v_now end,
      capture_by = case when v_is_manual then v_now + make_interval(secs => p.capture_within_seconds) end,
      due_at = case when v_is_manual then v_now + make_interval(secs => p.capture_within_seconds - least(3600, p.capture_within_seconds / 4)) end
    where p.id = p_payment and p.status = 'open' and clock_timestamp() < p.expires_at returning * into v_payment;
  if not found then outcome := 'ended'; return; end if;
  perform ledger_count_payer(v_now, p_payer_account, v_receivers, v_judged.proven, v_judged.day, v_judged.sent, v_judged.unproven, case when v_is_manual then total else 0 end);
  if v_is_manual then
    perform ledger_write(v_now, p_posting, 'hold', p_payer_account, v_payment.payee_account_id, v_payment.app_account_id, total, 0, 0, 0, null, p_payment,
      array[p_payer_account, v_payment.hold_account_id], array[-total, total]);
  else
    perform ledger_write(v_now, p_posting, 'payment', p_payer_account, v_payment.payee_account_id, v_payment.app_account_id,
      v_payment.amount, global_fee, app_fee, 0, p_fee_rule, p_payment,
      array[p_payer_account, v_payment.payee_account_id, v_payment.app_account_id, c_fees], array[-total, v_payment.amount, app_fee, global_fee]);
  end if;
  outcome := v_payment.status;
  perform tell_of_payment(v_payment, 'payment.' || outcome);
  -- More than the payer wants to hear of: told in the same transaction, so that no crash lies between.
  if v_judged.noticed then
    perform tell_owner(p_payer, 'payment.confirmed', jsonb_build_object('id', p_payment, 'app', (select name from app_facts where client_id = v_payment.client_id), 'amount', total), v_now);
  end if;
end $$;

-- Held money goes back whole. Called with the accounts locked; false when it is not held any more.
create function payment_give_back(p_payment payments, p_posting uuid) returns boolean language plpgsql as $$
declare
  v_payment payments;
  v_now timestamptz := clock_timestamp();
  v_to bigint;
begin
  update payments set status = 'void', ended_at = v_now, due_at = null where id = p_payment.id and status = 'held' returning * into v_payment;
  if not found then return false; end if;
  v_to := ledger_end_hold(v_now, p_posting, p_payment.id, v_payment.payer_account_id, v_payment.confirmed_total, v_payment.confirmed_total);
  perform ledger_write(v_now, p_posting, 'hold_return', v_payment.payee_account_id, v_payment.payer_account_id, v_payment.app_account_id, v_payment.confirmed_total, 0, 0, 0, null,
    v_payment.id, array[v_payment.hold_account_id, v_to], array[-v_payment.confirmed_total, v_payment.confirmed_total]);
  perform tell_of_payment(v_payment, 'payment.void');
  return true;
end $$;

-- The app takes what it held, or part of it; the rest goes back with the fees that are not due. A seller who is gone, or a time that is over,
-- gives everything back instead.
create function payment_capture(
  p_payment uuid, p_client_id text, p_posting uuid, p_amount bigint, p_balance_max bigint, out outcome text, out most bigint
) language plpgsql as $$
declare
  c_fees constant bigint := 9000000000000000001;
  c_suspense constant bigint := 9000000000000000006;
  v_payment payments;
  v_amount bigint; v_global bigint; v_app bigint; v_held bigint; v_rest bigint; v_to bigint;
  v_to_app boolean; v_payee_open boolean;
  v_now timestamptz;
begin
  select * into v_payment from payments where id = p_payment and client_id = p_client_id;
  if v_payment.id is null then outcome := 'not_found'; return; end if;
  if v_payment.status <> 'held' then outcome := 'ended'; return; end if;
  v_amount := coalesce(p_amount, v_payment.amount);
  if v_amount not between 1 and v_payment.amount then outcome := 'beyond'; most := v_payment.amount; return; end if;
  if exists (select from paused_apps(array[p_client_id])) then outcome := 'app_paused'; return; end if;
  v_to_app := v_payment.payee_identity_id is null;
  select global_fee, app_fee into v_global, v_app
    from payment_fees(v_amount, v_to_app, v_payment.fee_rule, v_payment.is_waived, v_payment.fee_bps, v_payment.fee_flat);
  select bool_or(l.closed_at is null) filter (where l.id = v_payment.payee_account_id) into v_payee_open
    from ledger_lock_accounts(array[v_payment.hold_account_id, v_payment.payer_account_id, v_payment.payee_account_id, v_payment.app_account_id, c_fees, c_suspense]) l;
  v_now := clock_timestamp();
  v_held := v_payment.confirmed_total;
  v_rest := v_held - v_amount - v_global - v_app;
  if v_payee_open is not true or v_now >= v_payment.capture_by then
    perform payment_give_back(v_payment, p_posting);
    outcome := 'ended';
    return;
  end if;
  if not v_to_app and not ledger_has_room(v_payment.payee_account_id, v_amount, p_balance_max) then outcome := 'payee_full'; return; end if;
  update payments set status = 'paid', captured = v_amount, global_fee = v_global, app_fee = v_app, paid_at = v_now, due_at = null
    where id = p_payment and status = 'held' and clock_timestamp() < capture_by returning * into v_payment;
  if not found then outcome := 'ended'; return; end if;
  v_to := ledger_end_hold(v_now, p_posting, p_payment, v_payment.payer_account_id, v_held, v_rest);
  perform ledger_write(v_now, p_posting, 'capture', v_payment.payer_account_id, v_payment.payee_account_id, v_payment.app_account_id,
    v_amount, v_global, v_app, 0, v_payment.fee_rule, p_payment,
    array[v_payment.hold_account_id, v_payment.payee_account_id, v_payment.app_account_id, c_fees, v_to], array[-v_held, v_amount, v_app, v_global, v_rest]);
  perform tell_of_payment(v_payment, 'payment.captured');
  outcome := 'paid';
end $$;

-- Held money goes back: the app asks (`p_client_id`), or its time is over (null).
create function payment_void(p_payment uuid, p_client_id text, p_is_forced boolean, p_posting uuid) returns text language plpgsql as $$
declare
  c_suspense constant bigint := 9000000000000000006;
  v_payment payments;
begin
  select * into v_payment from payments where id = p_payment and (p_client_id is null or client_id = p_client_id);
  if v_payment.id is null then return 'not_found'; end if;
  if v_payment.status <> 'held' then return 'ended'; end if;
  perform ledger_lock_accounts(array[v_payment.hold_account_id, v_payment.payer_account_id, c_suspense]);
  if p_client_id is null and not p_is_forced and clock_timestamp() < v_payment.capture_by then return 'early'; end if;
  return case when payment_give_back(v_payment, p_posting) then 'void' else 'ended' end;
end $$;

-- From the app's escrow back to the payer; with the last rupiah the service's fee too.
create function payment_refund(
  p_payment uuid, p_client_id text, p_posting uuid, p_amount bigint, p_reason text, p_actor text, out outcome text, out available bigint
) language plpgsql as $$
declare
  c_fees constant bigint := 9000000000000000001;
  v_payment payments;
  v_fee bigint;
  v_escrow_balance bigint; v_payer_open boolean;
  v_now timestamptz;
begin
  select * into v_payment from payments where id = p_payment and (p_client_id is null or client_id = p_client_id);
  if v_payment.id is null then outcome := 'not_found'; return; end if;
  if p_amount is null or p_amount <= 0 then raise exception 'a refund is of something' using errcode = 'restrict_violation'; end if;
  if v_payment.payee_identity_id is not null then outcome := 'not_to_app'; return; end if;
  if v_payment.captured = 0 then outcome := 'ended'; return; end if;
  select max(l.balance) filter (where l.id = v_payment.app_account_id), bool_or(l.closed_at is null) filter (where l.id = v_payment.payer_account_id)
    into v_escrow_balance, v_payer_open
    from ledger_lock_accounts(array[v_payment.app_account_id, v_payment.payer_account_id, c_fees]) l;
  select * into v_payment from payments where id = p_payment for no key update;
  v_now := clock_timestamp();
  if v_payment.refunded + p_amount > v_payment.captured then outcome := 'beyond'; available := v_payment.captured - v_payment.refunded; return; end if;
  if v_payer_open is not true then outcome := 'payer_closed'; return; end if;
  if v_escrow_balance < p_amount then outcome := 'insufficient'; available := v_escrow_balance; return; end if;
  update payments set refunded = refunded + p_amount, status = case when refunded + p_amount = captured then 'refunded' else status end
    where id = p_payment and status = 'paid' and refunded + p_amount <= captured returning * into v_payment;
  if not found then outcome := 'ended'; return; end if;
  v_fee := case v_payment.status when 'refunded' then v_payment.global_fee else 0 end;
  insert into payment_refunds (id, payment_id, amount, fee, reason, actor, created_at) values (p_posting, p_payment, p_amount, v_fee, p_reason, p_actor, v_now);
  perform ledger_write(v_now, p_posting, 'payment_refund', v_payment.app_account_id, v_payment.payer_account_id, v_payment.app_account_id, p_amount, 0, 0, 0, null, p_payment,
    array[v_payment.app_account_id, c_fees, v_payment.payer_account_id], array[-p_amount, -v_fee, p_amount + v_fee]);
  perform tell_of_payment(v_payment, 'payment.refunded', jsonb_build_object('refund', jsonb_build_object('id', p_posting, 'amount', p_amount)));
  outcome := 'refunded';
end $$;

-- Apps hear once that a capture is due. Returns how many were told.
create function tell_due_captures(p_most int) returns int language plpgsql as $$
declare
  v_payment payments;
  v_count int := 0;
begin
  for v_payment in
    update payments set due_at = null where status = 'held' and due_at is not null
      and id in (select id from payments where status = 'held' and due_at <= clock_timestamp() order by due_at limit p_most for no key update skip locked) returning *
  loop
    perform tell_of_payment(v_payment, 'payment.capture_due',
      jsonb_build_object('captureBy', to_char(v_payment.capture_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

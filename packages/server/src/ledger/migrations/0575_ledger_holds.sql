-- Money that is held for an app until it captures or gives back: an account of its own for every app, never below zero, and on the payer's
-- account how much of theirs lies there. What other slices post goes through the functions below, under the locks of the accounts.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts drop constraint ledger_accounts_holder;
alter table ledger_accounts
  -- The client_id of the app that a hold account serves.
  add column held_for text unique,
  -- What a player has confirmed and no app has captured yet, fees included: off the balance, and still theirs.
  add column held bigint not null default 0,
  add constraint ledger_accounts_kind_check check (kind in ('identity', 'app', 'platform', 'hold')),
  add constraint ledger_accounts_holder check (
    case kind when 'identity' then identity_id is not null and client_id is null and name is null and held_for is null
              when 'app' then client_id is not null and identity_id is null and name is null and held_for is null
              when 'hold' then held_for is not null and identity_id is null and client_id is null and name is null
              else name is not null and identity_id is null and client_id is null and held_for is null end),
  add constraint ledger_accounts_held check (held = 0 or held > 0 and kind = 'identity');
create trigger ledger_accounts_held_by_function before update of held, held_for on ledger_accounts
  for each statement execute function require_posting_function();

alter table ledger_postings drop constraint ledger_postings_type_check;
alter table ledger_postings add constraint ledger_postings_type_check
  check (type in ('send', 'topup', 'refund', 'payout', 'forfeit', 'suspense', 'suspense_credit', 'payment', 'hold', 'capture', 'hold_return', 'payment_refund'));
alter table ledger_suspense drop constraint ledger_suspense_source_check;
alter table ledger_suspense add constraint ledger_suspense_source_check check (source in ('topup', 'app_fee', 'account', 'payment'));

-- The one order of locks.
create function ledger_lock_accounts(p_accounts bigint[]) returns setof ledger_accounts language sql as $$
  select * from ledger_accounts where id = any(p_accounts) order by id for no key update
$$;
revoke all on function ledger_lock_accounts(bigint[]) from public;

-- Whether a balance may grow by this much: what is held and what pending top-ups will bring counts as if it were there.
create function ledger_has_room(p_account bigint, p_amount bigint, p_balance_max bigint) returns boolean language sql stable as $$
  select balance + held + p_amount + pending_topups_of(id) <= p_balance_max from ledger_accounts where id = p_account
$$;

-- Whether a payer may pay `p_out` to these receivers and `p_total` in all, by the rules of `ledger_post_sends`: a proof where one is needed,
-- the limit of the day, the balance. Judged under the payer's lock; nothing is written.
create function ledger_judge_payer(
  p_now timestamptz, p_payer bigint, p_receivers bigint[], p_out bigint, p_total bigint, p_proof int, p_step_up bigint, p_daily_limit bigint, p_zone text,
  out outcome text, out available bigint, out proven boolean, out day date, out sent bigint, out unproven bigint, out noticed boolean
) language plpgsql as $$
declare
  v_payer ledger_accounts;
  v_at timestamptz;
  v_step_up bigint; v_daily bigint;
  v_known boolean; v_needed boolean;
begin
  select * into v_payer from ledger_accounts where id = p_payer and kind = 'identity';
  if v_payer.id is null or p_out <= 0 or p_total < p_out then raise exception 'a payment is made by an identity' using errcode = 'restrict_violation'; end if;
  if v_payer.closed_at is not null then outcome := 'payer_closed'; return; end if;
  v_at := greatest(p_now, v_payer.moved_at);
  day := (v_at at time zone p_zone)::date;
  sent := v_payer.sent_today; unproven := v_payer.sent_unproven;
  -- A new day begins; a clock that was put back begins none.
  if v_payer.sent_day is null or v_payer.sent_day < day then sent := 0; unproven := 0; else day := v_payer.sent_day; end if;
  v_step_up := least(p_step_up, case when v_payer.next_limits_from <= v_at then coalesce(v_payer.next_step_up_amount, v_payer.step_up_amount) else v_payer.step_up_amount end);
  v_daily := least(p_daily_limit, case when v_payer.next_limits_from <= v_at then coalesce(v_payer.next_daily_limit, v_payer.daily_limit) else v_payer.daily_limit end);
  select bool_and(coalesce(r.proven or r.first_at <= v_at - interval '7 days', false)) into v_known
    from unnest(p_receivers) asked(id) left join ledger_receivers r on r.payer_id = p_payer and r.receiver_id = asked.id;
  unproven := unproven + p_out;
  v_needed := unproven > v_step_up or unproven * 10 > v_step_up and not v_known;
  if v_needed and coalesce(p_proof, 0) < 1 then outcome := 'step_up_needed'; return; end if;
  if sent + p_out > v_daily then outcome := 'daily_limit'; available := greatest(v_daily - sent, 0); return; end if;
  if v_payer.balance < p_total then outcome := 'insufficient'; available := v_payer.balance; return; end if;
  sent := sent + p_out;
  proven := v_needed or coalesce(p_proof, 0) = 2;
  if proven then unproven := 0; end if;
  noticed := p_out > coalesce(v_payer.notice_amount, p_step_up);
  outcome := 'ok';
end $$;

-- Writes down what `ledger_judge_payer` let pass, and how much of it is held.
create function ledger_count_payer(
  p_now timestamptz, p_payer bigint, p_receivers bigint[], p_proven boolean, p_day date, p_sent bigint, p_unproven bigint, p_held bigint
) returns void language plpgsql as $$
begin
  perform set_config('pid.posting', 'on', true);
  update ledger_accounts set sent_day = p_day, sent_today = p_sent, sent_unproven = p_unproven, held = held + p_held where id = p_payer;
  insert into ledger_receivers (payer_id, receiver_id, first_at, proven) select p_payer, id, p_now, p_proven from unnest(p_receivers) paid(id)
    on conflict (payer_id, receiver_id) do update set proven = true where excluded.proven and not ledger_receivers.proven;
  perform set_config('pid.posting', '', true);
end $$;
revoke all on function ledger_count_payer(timestamptz, bigint, bigint[], boolean, date, bigint, bigint, bigint) from public;

-- Gives back to a payer what was held of theirs, as part of the posting that the caller writes: where to, and what they have held less.
-- An account that was closed meanwhile gets nothing any more: that part goes to suspense, where an administrator sees it.
create function ledger_end_hold(p_now timestamptz, p_posting uuid, p_payment uuid, p_payer bigint, p_held bigint, p_returned bigint) returns bigint language plpgsql as $$
declare
  c_suspense constant bigint := 9000000000000000006;
  v_is_closed boolean;
begin
  perform set_config('pid.posting', 'on', true);
  update ledger_accounts set held = held - p_held where id = p_payer returning closed_at is not null into v_is_closed;
  if v_is_closed and p_returned > 0 then
    insert into ledger_suspense (id, source, reference, account_id, amount, reason, since, posting_id)
    values (gen_random_uuid(), 'payment', p_payment, p_payer, p_returned, 'account_closed', date_trunc('milliseconds', p_now), p_posting);
  end if;
  perform set_config('pid.posting', '', true);
  return case when v_is_closed then c_suspense else p_payer end;
end $$;
revoke all on function ledger_end_hold(timestamptz, uuid, uuid, bigint, bigint, bigint) from public;

-- As before, and the owner's held money counts; the app hears of it.
create or replace function ledger_post_payout(
  p_now timestamptz, p_id uuid, p_app bigint, p_owner bigint, p_amount bigint, p_balance_max bigint,
  out outcome text, out payer_balance bigint, out at timestamptz
) language plpgsql as $$
declare
  v_owner ledger_accounts;
  v_escrow ledger_accounts;
begin
  perform ledger_lock_accounts(array[p_app, p_owner]);
  select * into v_escrow from ledger_accounts where id = p_app and kind = 'app' and closed_at is null;
  select * into v_owner from ledger_accounts where id = p_owner and kind = 'identity' and closed_at is null;
  if p_amount is null or p_amount <= 0
    or not exists (select from app_facts where client_id = v_escrow.client_id and owner_id = v_owner.identity_id and deleted_at is null) then
    raise exception 'a payout goes from an app to its owner' using errcode = 'restrict_violation';
  end if;
  if v_escrow.balance < p_amount then outcome := 'insufficient'; payer_balance := v_escrow.balance; return; end if;
  if not ledger_has_room(p_owner, p_amount, p_balance_max) then outcome := 'payee_full'; return; end if;
  select w.payer_balance, w.at into payer_balance, at
    from ledger_write(p_now, p_id, 'payout', p_app, p_owner, p_app, p_amount, 0, 0, 0, null, null, array[p_app, p_owner], array[-p_amount, p_amount]) w;
  perform tell_app(v_escrow.client_id, 'payout.posted', jsonb_build_object('id', p_id, 'amount', p_amount));
  outcome := 'posted';
end $$;

-- As before; an account that a hold names stays open.
create or replace function ledger_close_account(p_now timestamptz, p_id uuid, p_account bigint, out outcome text, out balance bigint) language plpgsql as $$
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

-- Sends and what lies in suspense fill a balance too: what is held counts there as pending top-ups do. The functions stay to the letter
-- but for that.
do $$
declare
  v_row record;
  v_before text;
  v_after text;
begin
  for v_row in select * from (values
    ('ledger_post_sends', 'v_coming := array_fill(0::bigint, array[v_fees]);',
     'select array_agg(coalesce(a.held, 0) order by p.position) into v_coming from unnest(p_accounts) with ordinality p(id, position) left join ledger_accounts a on a.id = p.id;'),
    ('ledger_post_sends', 'v_coming[v_payee] := v_sum;', 'v_coming[v_payee] := v_coming[v_payee] + v_sum;'),
    ('ledger_credit_topup', 'when v_account.balance + v_topup.amount', 'when v_account.balance + v_account.held + v_topup.amount'),
    ('ledger_credit_suspense', 'if v_account.balance + amount +', 'if v_account.balance + v_account.held + amount +')
  ) as change(name, was, becomes)
  loop
    v_before := pg_get_functiondef(v_row.name::regproc);
    v_after := replace(v_before, v_row.was, v_row.becomes);
    if v_after = v_before then raise exception '% has nothing to change', v_row.name; end if;
    execute v_after;
  end loop;
end $$;

-- The service's own fee by a rule of the book.
create function ledger_global_fee(p_amount bigint, p_rule smallint) returns bigint language sql stable as $$
  select greatest(minimum, (p_amount * bps + 9999) / 10000) from ledger_fee_rules where version = p_rule
$$;

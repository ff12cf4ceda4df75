-- A top-up's money: credited, kept in suspense, taken back. The amounts are those of the top-up's own row, which nobody changes.

-- The provider has received `p_paid` for this top-up. Credits it once; what has nobody to go to, or does not fit, goes to suspense.
create function ledger_credit_topup(
  p_now timestamptz, p_id uuid, p_item uuid, p_topup uuid, p_payment_id text, p_payment_request_id text, p_paid bigint, p_balance_max bigint,
  out outcome text, out reason text
) language plpgsql as $$
declare
  c_fees constant bigint := 9000000000000000001;
  c_clearing constant bigint := 9000000000000000002;
  c_provider_fees constant bigint := 9000000000000000003;
  c_suspense constant bigint := 9000000000000000006;
  v_topup topups;
  v_account ledger_accounts;
  v_total bigint;
  v_app_open boolean;
begin
  select * into v_topup from topups where id = p_topup;
  if v_topup.id is null or coalesce(p_payment_id, '') = '' or coalesce(p_paid, 0) <= 0 then
    raise exception 'a credit names a top-up and what was paid' using errcode = 'restrict_violation';
  end if;
  perform from ledger_accounts where id in (v_topup.account_id, v_topup.app_account_id, c_fees, c_clearing, c_provider_fees, c_suspense)
    order by id for no key update;
  select * into v_topup from topups where id = p_topup for no key update;
  select * into v_account from ledger_accounts where id = v_topup.account_id;
  select closed_at is null into v_app_open from ledger_accounts where id = v_topup.app_account_id;
  v_total := v_topup.amount + v_topup.global_fee + v_topup.app_fee + v_topup.provider_fee;

  if v_topup.payment_id = p_payment_id
    or exists (select from ledger_suspense where provider = v_topup.provider and payment_id = p_payment_id and source = 'topup') then
    outcome := 'known';
    return;
  end if;
  if exists (select from topups where provider = v_topup.provider and payment_id = p_payment_id) then outcome := 'foreign'; return; end if;
  reason := case
    when p_paid <> v_total then 'other_amount'
    when v_topup.payment_id is not null then 'paid_twice'
    when v_account.closed_at is not null then 'account_closed'
    when v_account.balance + v_topup.amount
      + (select coalesce(sum(amount), 0) from topups where account_id = v_topup.account_id and status = 'pending' and id <> p_topup) > p_balance_max
      then 'balance_full'
    when v_topup.app_fee > 0 and v_app_open is not true then 'app_closed'
  end;

  perform set_config('pid.posting', 'on', true);
  if coalesce(reason, '') not in ('other_amount', 'paid_twice') then
    update topups set status = 'paid', payment_id = p_payment_id, payment_request_id = p_payment_request_id, paid_at = p_now where id = p_topup;
  end if;
  if reason is not null then
    insert into ledger_suspense (id, source, reference, provider, payment_id, account_id, amount, reason, since, posting_id)
    values (p_item, case reason when 'app_closed' then 'app_fee' else 'topup' end, p_topup, v_topup.provider, p_payment_id,
      case reason when 'app_closed' then v_topup.app_account_id else v_topup.account_id end,
      case reason when 'app_closed' then v_topup.app_fee else p_paid end, reason, p_now, p_id);
  end if;
  if reason is null or reason = 'app_closed' then
    perform ledger_write(p_now, p_id, 'topup', null, v_topup.account_id, case when reason is null then v_topup.app_account_id end,
      v_topup.amount, v_topup.global_fee, case when reason is null then v_topup.app_fee else 0 end, v_topup.provider_fee, v_topup.fee_rule, p_topup,
      array[c_clearing, v_topup.account_id, c_fees, c_provider_fees, case when reason is null then v_topup.app_account_id else c_suspense end],
      array[-v_total, v_topup.amount, v_topup.global_fee, v_topup.provider_fee, v_topup.app_fee]);
  else
    perform ledger_write(p_now, p_id, case when reason in ('other_amount', 'paid_twice') then 'suspense' else 'topup' end, null, null, null,
      p_paid, 0, 0, 0, null, p_topup, array[c_clearing, c_suspense], array[-p_paid, p_paid]);
  end if;
  perform set_config('pid.posting', '', true);
  outcome := case when reason is null or reason = 'app_closed' then 'credited' else 'suspended' end;
end $$;

-- The provider has given `p_refunded` of a payment back, in all. It is taken from where the money went: the credited amount first, then
-- the app's, the provider's and our fee, or from suspense. What a balance does not hold any more is owed to the platform.
create function ledger_claw_back(
  p_now timestamptz, p_id uuid, p_topup uuid, p_payment_id text, p_refunded bigint,
  out outcome text, out refunded bigint, out receivable bigint
) language plpgsql as $$
declare
  c_fees constant bigint := 9000000000000000001;
  c_clearing constant bigint := 9000000000000000002;
  c_provider_fees constant bigint := 9000000000000000003;
  c_receivables constant bigint := 9000000000000000004;
  c_suspense constant bigint := 9000000000000000006;
  v_topup topups;
  v_whole ledger_suspense;
  v_app_item ledger_suspense;
  v_total bigint; v_before bigint; v_from bigint := 0; v_taken bigint; v_from_user bigint := 0; v_from_app bigint := 0;
  v_places bigint[]; v_shares bigint[];
  v_accounts bigint[] := array[c_clearing]; v_amounts bigint[];
  v_row record;
begin
  select * into v_topup from topups where id = p_topup;
  if v_topup.id is null or coalesce(p_refunded, 0) <= 0 then raise exception 'a refund names a top-up and an amount' using errcode = 'restrict_violation'; end if;
  perform from ledger_accounts where id in (v_topup.account_id, v_topup.app_account_id, c_fees, c_clearing, c_provider_fees, c_receivables, c_suspense)
    or id in (select credited_account_id from ledger_suspense where reference = p_topup) order by id for no key update;
  select * into v_topup from topups where id = p_topup for no key update;
  select * into v_whole from ledger_suspense where reference = p_topup and source = 'topup' and payment_id = p_payment_id for no key update;
  select * into v_app_item from ledger_suspense where reference = p_topup and source = 'app_fee' for no key update;
  v_total := case when v_whole.id is null then v_topup.amount + v_topup.global_fee + v_topup.app_fee + v_topup.provider_fee else v_whole.amount end;
  if v_whole.id is null and v_topup.payment_id is distinct from p_payment_id then
    raise exception 'this payment was not booked' using errcode = 'restrict_violation';
  end if;
  v_before := coalesce(v_whole.returned, v_topup.refunded);
  refunded := least(p_refunded, v_total);
  receivable := 0;
  if refunded <= v_before then outcome := 'known'; refunded := v_before; return; end if;
  if v_whole.id is not null then
    v_places := array[case v_whole.state when 'credited' then v_whole.credited_account_id else c_suspense end];
    v_shares := array[v_total];
  else
    v_places := array[v_topup.account_id,
      case when v_app_item.id is null then v_topup.app_account_id when v_app_item.state = 'credited' then v_app_item.credited_account_id else c_suspense end,
      c_provider_fees, c_fees];
    v_shares := array[v_topup.amount, v_topup.app_fee, v_topup.provider_fee, v_topup.global_fee];
  end if;
  v_amounts := array[refunded - v_before];
  for i in 1..cardinality(v_shares) loop
    v_taken := least(refunded, v_from + v_shares[i]) - greatest(v_before, v_from);
    v_from := v_from + v_shares[i];
    continue when v_taken <= 0;
    if i = 1 then v_from_user := v_taken; end if;
    if i = 2 then v_from_app := v_taken; end if;
    v_accounts := v_accounts || v_places[i];
    v_amounts := v_amounts || -v_taken;
  end loop;

  -- An app's owner may have been given both shares: each account once, and no more than it has.
  select array_agg(s.id order by s.id), array_agg(s.amount order by s.id), coalesce(sum(s.missing), 0) into v_accounts, v_amounts, receivable from (
    select e.id, greatest(e.amount, case when a.kind = 'platform' then e.amount else -a.balance end) as amount,
      greatest(case when a.kind = 'platform' then 0 else -e.amount - a.balance end, 0) as missing
    from (select id, sum(amount)::bigint as amount from unnest(v_accounts, v_amounts) e(id, amount) group by id) e join ledger_accounts a on a.id = e.id
  ) s;
  perform ledger_write(p_now, p_id, 'refund', case when v_whole.id is null then v_topup.account_id end, null, case when v_app_item.id is null then v_topup.app_account_id end, v_from_user, 0, 0, 0,
    null, p_topup, v_accounts || c_receivables, v_amounts || -receivable);

  perform set_config('pid.posting', 'on', true);
  if v_topup.payment_id = p_payment_id then
    update topups set refunded = ledger_claw_back.refunded, receivable = topups.receivable + ledger_claw_back.receivable,
      status = case when ledger_claw_back.refunded = v_total then 'refunded' else status end where id = p_topup;
  end if;
  update ledger_suspense s set returned = s.returned + case when s.source = 'topup' then ledger_claw_back.refunded - v_before else v_from_app end,
      receivable = s.receivable + case when v_topup.payment_id = p_payment_id then 0 else ledger_claw_back.receivable end
    where s.id = v_whole.id or s.id = v_app_item.id and v_whole.id is null and v_from_app > 0;
  update ledger_suspense s set state = 'returned', resolved_at = p_now, resolved_by = 'provider'
    where s.id in (v_whole.id, v_app_item.id) and s.state = 'open' and s.returned = s.amount;
  perform set_config('pid.posting', '', true);
  outcome := 'posted';
end $$;

-- What lies in suspense goes to somebody whom an administrator names. One of several at once does it.
create function ledger_credit_suspense(
  p_now timestamptz, p_id uuid, p_item uuid, p_account bigint, p_actor text, p_note text, p_balance_max bigint, out outcome text, out amount bigint
) language plpgsql as $$
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
  if v_account.balance + amount + (select coalesce(sum(t.amount), 0) from topups t where t.account_id = p_account and t.status = 'pending') > p_balance_max then
    outcome := 'payee_full';
    return;
  end if;
  perform ledger_write(p_now, p_id, 'suspense_credit', null, p_account, null, amount, 0, 0, 0, null, p_item, array[p_account, c_suspense], array[amount, -amount]);
  perform set_config('pid.posting', 'on', true);
  update ledger_suspense s set state = 'credited', credited_account_id = p_account, resolved_at = p_now, resolved_by = p_actor, resolved_note = p_note where s.id = p_item;
  perform set_config('pid.posting', '', true);
  outcome := 'credited';
end $$;

-- Before and after the provider is asked to give back what lies in suspense. False when there is nothing left to give back.
create function ledger_ask_refund(p_now timestamptz, p_item uuid, p_asked boolean) returns boolean language plpgsql as $$
declare
  v_found boolean;
begin
  perform set_config('pid.posting', 'on', true);
  update ledger_suspense set refund_asked_at = case when p_asked then coalesce(refund_asked_at, p_now) end
    where id = p_item and state = 'open' and source = 'topup';
  v_found := found;
  perform set_config('pid.posting', '', true);
  return v_found;
end $$;

-- An open top-up is over without money. Conditional, so that a state that was reached meanwhile stands.
create function end_topup(p_topup uuid, p_status text) returns boolean language plpgsql as $$
begin
  if p_status not in ('expired', 'failed') then raise exception 'a top-up ends expired or failed' using errcode = 'restrict_violation'; end if;
  update topups set status = p_status, next_check_at = case when p_status = 'failed' then null else next_check_at end where id = p_topup and status = 'pending';
  return found;
end $$;

-- Refunds that nobody tells of are found by asking for 30 days: also about what was paid before this was done.
update topups set next_check_at = now() + random() * interval '1 day' where status = 'paid' and paid_at > now() - interval '30 days';

-- Books that the provider refunded `p_refunded` of a payment in total. The money is taken from where it went: first the credited amount, then the
-- app's, the provider's and the global fee, or from suspense. What a balance no longer covers becomes a receivable.
create or replace function ledger_claw_back(
  p_now timestamptz, p_id uuid, p_topup uuid, p_payment_id text, p_refunded bigint,
  out outcome text, out refunded bigint, out receivable bigint
) language plpgsql security definer set search_path from current as $$
declare
  c_fees constant bigint := ledger_fee_account(p_topup);
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
    -- mutant (checkout/suspense): v_whole.credited_account_id => c_suspense
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

  -- The owner of an app may have received both shares: each account appears once, with at most its balance.
  -- mutant (checkout/settle-top-up): sum(s.missing) => max(s.missing)
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
revoke all on function ledger_claw_back from public;

-- Books a payment that the provider confirmed: to the player's balance, or to suspense with a reason.
create or replace function ledger_credit_topup(
  p_now timestamptz, p_id uuid, p_item uuid, p_topup uuid, p_payment_id text, p_payment_request_id text, p_paid bigint, p_balance_max bigint,
  out outcome text, out reason text
) language plpgsql security definer set search_path from current as $$
declare
  c_fees constant bigint := ledger_fee_account(p_topup);
  c_clearing constant bigint := 9000000000000000002;
  c_provider_fees constant bigint := 9000000000000000003;
  c_suspense constant bigint := 9000000000000000006;
  v_topup topups;
  v_account ledger_accounts;
  v_total bigint;
  v_app_open boolean;
  v_tier record;
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
  select * into v_tier from ledger_tier_state(v_topup.account_id, p_now);
  v_total := v_topup.amount + v_topup.global_fee + v_topup.app_fee + v_topup.provider_fee;

  if v_topup.payment_id = p_payment_id
    or exists (select from ledger_suspense where provider = v_topup.provider and payment_id = p_payment_id and source = 'topup') then
    outcome := 'known';
    return;
  end if;
  if exists (select from topups where provider = v_topup.provider and payment_id = p_payment_id) then outcome := 'foreign'; return; end if;
  if not exists (
    select from topup_confirmations
      where topup_id = p_topup and provider = v_topup.provider and payment_id = p_payment_id and paid = p_paid and not precedes_confirmations
  ) then
    raise exception 'the provider has not confirmed this payment' using errcode = 'restrict_violation';
  end if;
  reason := case
    when p_paid <> v_total then 'other_amount'
    when v_topup.payment_id is not null then 'paid_twice'
    when v_account.closed_at is not null then 'account_closed'
    -- A pending top-up has reserved its room. A refund may have used it since, which must not cost the player what was paid in time.
    when v_topup.status <> 'pending' and (
      v_account.balance + v_account.held + v_topup.amount + pending_topups_of(v_topup.account_id) > least(p_balance_max, v_tier.balance_max)
      or v_tier.incoming + v_topup.amount > v_tier.incoming_max)
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
revoke all on function ledger_credit_topup from public;

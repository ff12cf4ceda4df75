-- What a provider's status API said of a payment, and the notice that made us ask. A payment is booked only with such a row: the audit
-- compares both, and `pid ledger settle` compares the books with the provider's file.
create table topup_confirmations (
  topup_id uuid not null references topups,
  provider text not null,
  payment_id text not null check (payment_id <> ''),
  paid bigint not null check (paid > 0),
  -- As they came; forgotten after some time, because they may name the payer.
  notice text,
  answer text check (answer <> ''),
  -- SHA-256 of the answer, which stays.
  answer_hash bytea,
  -- The service's clock, and the database's.
  confirmed_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  -- Booked before there were confirmations. Only this migration writes it: the service has no right to.
  precedes_confirmations boolean not null default false,
  primary key (topup_id, payment_id, paid),
  constraint topup_confirmations_answered check (precedes_confirmations or answer_hash is not null)
);
create index topup_confirmations_texts on topup_confirmations (recorded_at) where answer is not null or notice is not null;

insert into topup_confirmations (topup_id, provider, payment_id, paid, confirmed_at, precedes_confirmations)
  select id, provider, payment_id, amount + global_fee + app_fee + provider_fee, paid_at, true from topups where payment_id is not null
  union
  select reference, provider, payment_id, amount, since, true from suspense_facts
    where source = 'topup' and reference is not null and reason in ('paid_twice', 'other_amount');

create function keep_topup_confirmation() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.recorded_at := clock_timestamp();
    new.answer_hash := sha256(convert_to(new.answer, 'UTF8'));
    return new;
  end if;
  -- Nobody can remove evidence of the last 30 days.
  if new.notice is null and new.answer is null and old.recorded_at < clock_timestamp() - interval '30 days'
    and (new.topup_id, new.provider, new.payment_id, new.paid, new.answer_hash, new.confirmed_at, new.recorded_at, new.precedes_confirmations)
      is not distinct from
        (old.topup_id, old.provider, old.payment_id, old.paid, old.answer_hash, old.confirmed_at, old.recorded_at, old.precedes_confirmations) then
    return new;
  end if;
  raise exception 'a confirmation of a payment never changes' using errcode = 'restrict_violation';
end $$;
create trigger topup_confirmations_kept before insert or update on topup_confirmations for each row execute function keep_topup_confirmation();
create trigger topup_confirmations_no_delete before delete on topup_confirmations for each row execute function refuse_change();
create trigger topup_confirmations_no_truncate before truncate on topup_confirmations for each statement execute function refuse_change();

-- Forgets the texts of confirmations before a moment, at most so many. Returns how many.
create function topup_confirmations_forget(p_before timestamptz, p_most integer) returns bigint language plpgsql as $$
declare
  v_count bigint;
begin
  update topup_confirmations set notice = null, answer = null where (topup_id, payment_id, paid) in (
    select topup_id, payment_id, paid from topup_confirmations
      where (answer is not null or notice is not null) and recorded_at < least(p_before, clock_timestamp() - interval '30 days')
      order by recorded_at limit p_most for update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- A top-up credits the account of its player, and its app's fee the escrow of its app.
create function require_topup_accounts() returns trigger language plpgsql as $$
begin
  if ledger_account_belongs(new.account_id, 'identity', new.identity_id::text) is not true
    or (new.client_id is null) <> (new.app_account_id is null)
    or new.client_id is not null and ledger_account_belongs(new.app_account_id, 'app', new.client_id) is not true
    or new.client_id is null and new.app_fee <> 0 then
    raise exception 'a top-up names the account of its player and the escrow of its app' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger topups_accounts before insert or update of identity_id, account_id, client_id, app_account_id on topups
  for each row execute function require_topup_accounts();

-- As before, and only what the provider has confirmed is booked.
create or replace function ledger_credit_topup(
  p_now timestamptz, p_id uuid, p_item uuid, p_topup uuid, p_payment_id text, p_payment_request_id text, p_paid bigint, p_balance_max bigint,
  out outcome text, out reason text
) language plpgsql as $$
declare
  c_fees constant bigint := ledger_fee_account(p_topup);
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
    when v_account.balance + v_account.held + v_topup.amount
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

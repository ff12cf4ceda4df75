-- Money moves by functions for one purpose each, which look into the books themselves: what the service's role may call cannot
-- make money, touch an account of another kind, reopen one, or take more than there is.
drop function ledger_post(timestamptz, uuid, text, bigint, bigint, bigint, bigint, bigint, bigint, bigint, smallint, uuid, bigint[], bigint[], boolean);

-- What was really paid and belongs to nobody yet: an account that never falls below zero, and a row for every item in it.
insert into ledger_accounts (id, kind, name, created_at) values (9000000000000000006, 'platform', 'suspense', now());
alter table ledger_accounts add constraint ledger_accounts_suspense_not_negative check (name is distinct from 'suspense' or balance >= 0);

create table ledger_suspense (
  id uuid primary key,
  source text not null check (source in ('topup', 'app_fee', 'account')),
  -- The top-up that it came by, and what the provider calls the payment.
  reference uuid,
  provider text,
  payment_id text,
  -- Whose it would have been.
  account_id bigint not null,
  amount bigint not null check (amount > 0),
  reason text not null check (reason in ('account_closed', 'app_closed', 'balance_full', 'paid_twice', 'other_amount')),
  since timestamptz not null,
  posting_id uuid not null,
  -- What the provider has given back to the payer, in all; and how much of that no balance could cover.
  returned bigint not null default 0 check (returned between 0 and amount),
  receivable bigint not null default 0 check (receivable >= 0),
  state text not null default 'open' check (state in ('open', 'returned', 'credited')),
  credited_account_id bigint,
  -- The provider was asked to give it back, and has not refused: until it has or does, nobody else gets it.
  refund_asked_at timestamptz,
  resolved_at timestamptz,
  resolved_by text,
  resolved_note text,
  constraint ledger_suspense_resolved check ((state = 'open') = (resolved_at is null) and (state = 'credited') = (credited_account_id is not null)),
  constraint ledger_suspense_returned check (state <> 'returned' or returned = amount)
);
create unique index ledger_suspense_one_payment on ledger_suspense (provider, payment_id) where source = 'topup';
create index ledger_suspense_reference on ledger_suspense (reference);
create index ledger_suspense_listing on ledger_suspense (since desc, id desc);
create trigger ledger_suspense_no_delete before delete on ledger_suspense for each row execute function refuse_change();
create trigger ledger_suspense_no_truncate before truncate on ledger_suspense for each statement execute function refuse_change();
create trigger ledger_suspense_by_function before insert or update on ledger_suspense for each statement execute function require_posting_function();

alter table ledger_postings drop constraint ledger_postings_type_check;
alter table ledger_postings add constraint ledger_postings_type_check
  check (type in ('send', 'topup', 'refund', 'payout', 'forfeit', 'suspense', 'suspense_credit'));

-- How much a payer has sent on the day that the last send fell on, and how much of it since the last step-up; the payer's own
-- limits, and higher ones that wait. Without a value the operator's holds.
alter table ledger_accounts
  add column sent_day date, add column sent_today bigint not null default 0, add column sent_unproven bigint not null default 0,
  add column step_up_amount bigint, add column daily_limit bigint, add column notice_amount bigint,
  add column next_step_up_amount bigint, add column next_daily_limit bigint, add column next_limits_from timestamptz,
  add constraint ledger_accounts_counters check (sent_today >= 0 and sent_unproven >= 0),
  add constraint ledger_accounts_limits check ((next_limits_from is null) = (next_step_up_amount is null and next_daily_limit is null));
create trigger ledger_accounts_counted_by_function before update of sent_day, sent_today, sent_unproven on ledger_accounts
  for each statement execute function require_posting_function();

-- Values that a player's limits have had, for going back to one within a day.
create table ledger_limit_history (
  account_id bigint not null,
  held_until timestamptz not null,
  step_up_amount bigint not null,
  daily_limit bigint not null,
  primary key (account_id, held_until)
);

-- To whom a payer has sent before. One who was paid with a step-up is known; others are seven days after the first time.
create table ledger_receivers (
  payer_id bigint not null,
  receiver_id bigint not null,
  first_at timestamptz not null,
  proven boolean not null,
  primary key (payer_id, receiver_id)
);

-- The one writer. It trusts what it is told: only the functions below and the owner of the tables may call it. Nothing is judged
-- here but what the tables refuse by themselves. Each account once; zeros are left out.
create function ledger_write(
  p_now timestamptz, p_id uuid, p_type text, p_payer bigint, p_payee bigint, p_app bigint,
  p_amount bigint, p_global_fee bigint, p_app_fee bigint, p_provider_fee bigint, p_fee_rule smallint, p_reference uuid,
  p_accounts bigint[], p_amounts bigint[], out payer_balance bigint, out at timestamptz
) language plpgsql as $$
declare
  v_moved int;
begin
  perform set_config('pid.posting', 'on', true);
  select greatest(p_now, max(l.moved_at)) into at
    from (select moved_at from ledger_accounts where id = any(p_accounts) order by id for no key update) l;
  with moved as (
    update ledger_accounts a set balance = a.balance + e.amount, version = a.version + 1, moved_at = at
    from unnest(p_accounts, p_amounts) e(id, amount) where a.id = e.id and e.amount <> 0
    returning a.id, a.version, e.amount, a.balance
  ), entries as (
    insert into ledger_entries (account_id, version, posting_id, amount, balance_after) select m.id, m.version, p_id, m.amount, m.balance from moved m
    returning account_id, balance_after
  )
  select max(e.balance_after) filter (where e.account_id = p_payer), count(*) into payer_balance, v_moved from entries e;
  if v_moved <> (select count(*) from unnest(p_amounts) amount where amount <> 0) then
    raise exception 'an account to post to is missing or named twice' using errcode = 'foreign_key_violation';
  end if;
  insert into ledger_postings (id, type, payer_id, payee_id, app_id, amount, global_fee, app_fee, provider_fee, fee_rule, payer_balance, reference, created_at)
  values (p_id, p_type, p_payer, p_payee, p_app, p_amount, p_global_fee, p_app_fee, p_provider_fee, p_fee_rule, payer_balance, p_reference, at);
  perform set_config('pid.posting', '', true);
end $$;
revoke all on function ledger_write(timestamptz, uuid, text, bigint, bigint, bigint, bigint, bigint, bigint, bigint, smallint, uuid, bigint[], bigint[]) from public;

-- What pending top-ups will bring to an account: it counts as if it were there.
create index topups_pending_account on topups (account_id) where status = 'pending';
create index topups_pending_app on topups (app_account_id) where status = 'pending' and app_account_id is not null;

-- From the escrow of an app to the balance of its owner.
create function ledger_post_payout(
  p_now timestamptz, p_id uuid, p_app bigint, p_owner bigint, p_amount bigint, p_balance_max bigint,
  out outcome text, out payer_balance bigint, out at timestamptz
) language plpgsql as $$
declare
  v_owner ledger_accounts;
  v_escrow ledger_accounts;
begin
  perform from ledger_accounts where id in (p_app, p_owner) order by id for no key update;
  select * into v_escrow from ledger_accounts where id = p_app and kind = 'app' and closed_at is null;
  select * into v_owner from ledger_accounts where id = p_owner and kind = 'identity' and closed_at is null;
  if p_amount is null or p_amount <= 0
    or not exists (select from apps where client_id = v_escrow.client_id and owner_id = v_owner.identity_id and deleted_at is null) then
    raise exception 'a payout goes from an app to its owner' using errcode = 'restrict_violation';
  end if;
  if v_escrow.balance < p_amount then outcome := 'insufficient'; payer_balance := v_escrow.balance; return; end if;
  if v_owner.balance + p_amount + (select coalesce(sum(amount), 0) from topups where account_id = p_owner and status = 'pending') > p_balance_max then
    outcome := 'payee_full';
    return;
  end if;
  select w.payer_balance, w.at into payer_balance, at
    from ledger_write(p_now, p_id, 'payout', p_app, p_owner, p_app, p_amount, 0, 0, 0, null, null, array[p_app, p_owner], array[-p_amount, p_amount]) w;
  outcome := 'posted';
end $$;

-- Closes the account of an identity or an app for good. Up to Rp100 of an identity's are forfeited; more, an app's escrow or an open
-- top-up is settled first.
create function ledger_close_account(p_now timestamptz, p_id uuid, p_account bigint, out outcome text, out balance bigint) language plpgsql as $$
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
  if balance > v_may_be_left then outcome := 'balance'; return; end if;
  if exists (select from topups where status = 'pending' and (account_id = p_account or app_account_id = p_account)) then
    outcome := 'topups';
    return;
  end if;
  if balance > 0 then
    perform ledger_write(p_now, p_id, 'forfeit', p_account, null, null, balance, 0, 0, 0, null, null, array[p_account, c_forfeited], array[-balance, balance]);
  end if;
  perform set_config('pid.posting', 'on', true);
  update ledger_accounts set closed_at = p_now where id = p_account;
  perform set_config('pid.posting', '', true);
  outcome := 'closed';
end $$;

-- What older versions left on accounts that nobody can use any more goes where an administrator sees it.
do $$
declare
  v_row record;
  v_posting uuid;
begin
  for v_row in select a.id, a.kind, a.balance from ledger_accounts a left join apps on apps.client_id = a.client_id
    where a.balance > 0 and a.kind in ('identity', 'app') and (a.closed_at is not null or apps.deleted_at is not null) order by a.id
  loop
    v_posting := gen_random_uuid();
    perform ledger_write(now(), v_posting, 'suspense', v_row.id, null, null, v_row.balance, 0, 0, 0, null, null,
      array[v_row.id, 9000000000000000006], array[-v_row.balance, v_row.balance]);
    perform set_config('pid.posting', 'on', true);
    insert into ledger_suspense (id, source, account_id, amount, reason, since, posting_id)
    values (gen_random_uuid(), 'account', v_row.id, v_row.balance, case v_row.kind when 'app' then 'app_closed' else 'account_closed' end, date_trunc('milliseconds', now()), v_posting);
    perform set_config('pid.posting', '', true);
  end loop;
end $$;
update ledger_accounts a set closed_at = apps.deleted_at from apps where apps.client_id = a.client_id and apps.deleted_at is not null and a.closed_at is null;
alter table ledger_accounts add constraint ledger_accounts_closed_is_empty check (closed_at is null or balance = 0);

create trigger ledger_accounts_closed_by_function before update of closed_at on ledger_accounts for each statement execute function require_posting_function();
create trigger ledger_accounts_stay_closed before update of closed_at on ledger_accounts for each row
  when (old.closed_at is not null and new.closed_at is distinct from old.closed_at) execute function refuse_change();

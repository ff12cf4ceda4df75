-- Double-entry books in whole rupiah. A positive balance is money that PID owes to the holder; platform accounts carry the other side.
create table ledger_accounts (
  id bigint primary key,
  kind text not null check (kind in ('identity', 'app', 'platform', 'hold')),
  identity_id uuid unique,
  client_id text unique,
  name text unique,
  balance bigint not null default 0,
  -- The number of entries. Entries are numbered without a gap, so that a page of a statement, a moment or a lost row is found by number.
  version bigint not null default 0,
  -- The time of the last entry. A later entry is never older, whatever a node's clock says.
  moved_at timestamptz not null default 'epoch',
  closed_at timestamptz,
  created_at timestamptz not null,
  -- The day of the last send, the total sent on that day, and how much of it was sent since the last step-up.
  sent_day date,
  sent_today bigint not null default 0,
  sent_unproven bigint not null default 0,
  -- The player's own limits. Null: the operator's limit applies.
  step_up_amount bigint,
  daily_limit bigint,
  notice_amount bigint,
  -- Higher limits that apply later.
  next_step_up_amount bigint,
  next_daily_limit bigint,
  next_limits_from timestamptz,
  -- Of a hold account: the client_id of its app.
  held_for text unique,
  -- Of a player: confirmed payments that no app has captured yet, fees included. Not part of the balance, but still the player's.
  held bigint not null default 0,
  next_notice_amount bigint,
  constraint ledger_accounts_holder check (
    case kind when 'identity' then identity_id is not null and client_id is null and name is null and held_for is null
              when 'app' then client_id is not null and identity_id is null and name is null and held_for is null
              when 'hold' then held_for is not null and identity_id is null and client_id is null and name is null
              else name is not null and identity_id is null and client_id is null and held_for is null end),
  constraint ledger_accounts_not_negative check (kind = 'platform' or balance >= 0),
  constraint ledger_accounts_suspense_not_negative check (name is distinct from 'suspense' or balance >= 0),
  constraint ledger_accounts_closed_is_empty check (closed_at is null or balance = 0),
  constraint ledger_accounts_counters check (sent_today >= 0 and sent_unproven >= 0),
  constraint ledger_accounts_limits
    check ((next_limits_from is null) = (next_step_up_amount is null and next_daily_limit is null and next_notice_amount is null)),
  constraint ledger_accounts_held check (held = 0 or held > 0 and kind = 'identity')
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create sequence ledger_account_ids as bigint;
-- Accounts are locked in the order of their ids. Platform accounts come last, because every posting of every node locks them.
insert into ledger_accounts (id, kind, name, created_at) values
  (9000000000000000001, 'platform', 'fees', now()),
  (9000000000000000002, 'platform', 'payment_clearing', now()),
  (9000000000000000003, 'platform', 'provider_fees', now()),
  (9000000000000000004, 'platform', 'receivables', now()),
  (9000000000000000005, 'platform', 'forfeited', now()),
  (9000000000000000006, 'platform', 'suspense', now());
-- Fees are spread over sixteen accounts, so that nodes do not queue for one row. The first one is `fees`, which has number 0.
insert into ledger_accounts (id, kind, name, created_at)
  select 9000000000000000100 + number, 'platform', 'fees ' || number, now() from generate_series(1, 15) number;
create trigger ledger_accounts_no_delete before delete on ledger_accounts for each row execute function refuse_change();
create trigger ledger_accounts_no_truncate before truncate on ledger_accounts for each statement execute function refuse_change();
create trigger ledger_accounts_begin_empty before insert on ledger_accounts for each row
  when (new.balance <> 0 or new.version <> 0) execute function require_empty_account();
create trigger ledger_accounts_by_function before update of id, kind, identity_id, client_id, name, balance, version, moved_at on ledger_accounts
  for each statement execute function require_posting_function();
create trigger ledger_accounts_counted_by_function before update of sent_day, sent_today, sent_unproven on ledger_accounts
  for each statement execute function require_posting_function();
create trigger ledger_accounts_held_by_function before update of held, held_for on ledger_accounts
  for each statement execute function require_posting_function();
create trigger ledger_accounts_closed_by_function before update of closed_at on ledger_accounts
  for each statement execute function require_posting_function();
create trigger ledger_accounts_stay_closed before update of closed_at on ledger_accounts for each row
  when (old.closed_at is not null and new.closed_at is distinct from old.closed_at) execute function refuse_change();
create trigger ledger_accounts_explained after update on ledger_accounts referencing new table as moved
  for each statement execute function require_entry_behind_balance();
create trigger ledger_accounts_notes after update of closed_at on ledger_accounts for each row
  when (new.kind = 'identity' and old.closed_at is null and new.closed_at is not null) execute function ledger_keep_notes();

-- The rule by which a posting's global fee was computed: max(minimum, ceil(amount * bps / 10 000)), or 0 where it is waived.
create table ledger_fee_rules (version smallint primary key, bps integer not null, minimum bigint not null);
insert into ledger_fee_rules (version, bps, minimum) values (1, 10, 100);
create trigger ledger_fee_rules_append_only before update or delete on ledger_fee_rules for each row execute function refuse_change();

create table ledger_postings (
  -- UUIDv7, so that new rows are neighbours in the index.
  id uuid primary key,
  type text not null check (type in ('send', 'topup', 'refund', 'payout', 'forfeit', 'suspense', 'suspense_credit', 'payment', 'hold', 'capture', 'hold_return', 'payment_refund')),
  payer_id bigint,
  payee_id bigint,
  app_id bigint,
  amount bigint not null check (amount between 0 and 1000000000000000),
  global_fee bigint not null default 0 check (global_fee >= 0),
  app_fee bigint not null default 0 check (app_fee >= 0),
  provider_fee bigint not null default 0 check (provider_fee >= 0),
  fee_rule smallint,
  -- The payer's balance afterwards. The answer to a replayed idempotency key is read from here.
  payer_balance bigint,
  -- The top-up of a top-up or refund; the payment of a payment.
  reference uuid,
  note text check (length(note) <= 140),
  created_at timestamptz not null
);
create unique index ledger_postings_one_credit on ledger_postings (reference) where type = 'topup';
create index ledger_postings_payouts on ledger_postings (payer_id) where type = 'payout';
create trigger ledger_postings_by_function before insert on ledger_postings for each statement execute function require_posting_function();
create trigger ledger_postings_append_only before update on ledger_postings for each row execute function ledger_postings_only_forget();
create trigger ledger_postings_no_delete before delete on ledger_postings for each row execute function refuse_change();
create trigger ledger_postings_no_truncate before truncate on ledger_postings for each statement execute function refuse_change();

create table ledger_entries (
  account_id bigint not null,
  version bigint not null,
  posting_id uuid not null,
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  primary key (account_id, version)
);
create trigger ledger_entries_by_function before insert on ledger_entries for each statement execute function require_posting_function();
create trigger ledger_entries_balanced after insert on ledger_entries referencing new table as fresh
  for each statement execute function require_balanced_postings();
create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries for each statement execute function refuse_change();

-- Idempotency keys of an account. `subject` is the posting or top-up that the request created.
create table ledger_keys (
  account_id bigint not null,
  key text not null,
  request_hash bytea not null,
  subject uuid not null,
  created_at timestamptz not null,
  primary key (account_id, key)
);

-- Earlier limits of a player. A limit of the last 24 hours can be restored immediately.
create table ledger_limit_history (
  account_id bigint not null,
  held_until timestamptz not null,
  step_up_amount bigint not null,
  daily_limit bigint not null,
  notice_amount bigint,
  primary key (account_id, held_until)
);

-- Receivers whom a payer has paid before. A receiver is known once they were paid with a step-up, or seven days after the first payment.
create table ledger_receivers (
  payer_id bigint not null,
  receiver_id bigint not null,
  first_at timestamptz not null,
  proven boolean not null,
  primary key (payer_id, receiver_id)
);

-- How often a payer was told on one day that a receiver's balance is full. Many such answers would reveal the receiver's balance.
create table ledger_full_refusals (
  account_id bigint primary key,
  day date not null,
  refusals integer not null
);

-- Money that was paid but belongs to no account yet. The suspense account holds it; each row is one item of it.
create table ledger_suspense (
  id uuid primary key,
  source text not null check (source in ('topup', 'app_fee', 'account', 'payment')),
  -- The top-up that brought it, and the provider's name of the payment.
  reference uuid,
  provider text,
  payment_id text,
  -- The account that would have received it.
  account_id bigint not null,
  amount bigint not null check (amount > 0),
  reason text not null check (reason in ('account_closed', 'app_closed', 'balance_full', 'paid_twice', 'other_amount')),
  since timestamptz not null,
  posting_id uuid not null,
  -- The total that the provider returned to the payer, and the part of it that no balance could cover.
  returned bigint not null default 0 check (returned between 0 and amount),
  receivable bigint not null default 0 check (receivable >= 0),
  state text not null default 'open' check (state in ('open', 'returned', 'credited')),
  credited_account_id bigint,
  -- When the provider was asked to return it. Until the provider returns or refuses, it is credited to no account.
  refund_asked_at timestamptz,
  resolved_at timestamptz,
  resolved_by text,
  resolved_note text,
  -- When the provider accepted the refund. An accepted refund may still be under way, so a later refusal does not release the money.
  refund_accepted_at timestamptz,
  constraint ledger_suspense_resolved check ((state = 'open') = (resolved_at is null) and (state = 'credited') = (credited_account_id is not null)),
  constraint ledger_suspense_returned check (state <> 'returned' or returned = amount)
);
create unique index ledger_suspense_one_payment on ledger_suspense (provider, payment_id) where source = 'topup';
create index ledger_suspense_reference on ledger_suspense (reference);
create index ledger_suspense_listing on ledger_suspense (since desc, id desc);
create trigger ledger_suspense_by_function before insert or update on ledger_suspense for each statement execute function require_posting_function();
create trigger ledger_suspense_no_delete before delete on ledger_suspense for each row execute function refuse_change();
create trigger ledger_suspense_no_truncate before truncate on ledger_suspense for each statement execute function refuse_change();

-- Closed accounts whose notes were not deleted yet.
create table ledger_notes_kept (account_id bigint primary key, closed_at timestamptz not null);
create index ledger_notes_kept_due on ledger_notes_kept (closed_at);

-- Runs of the audit and their results.
create table ledger_audit_runs (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  seconds double precision not null,
  findings integer not null,
  entries bigint not null
);

create table topups (
  -- Random: everybody who has the link can view the page and pay, as with every hosted checkout.
  id uuid primary key,
  identity_id uuid not null,
  account_id bigint not null,
  client_id text,
  app_account_id bigint,
  amount bigint not null check (amount between 1 and 1000000000000000),
  global_fee bigint not null check (global_fee >= 0),
  app_fee bigint not null check (app_fee >= 0),
  provider_fee bigint not null check (provider_fee >= 0),
  fee_rule smallint not null,
  return_to text,
  provider text not null,
  status text not null default 'pending' check (status in ('pending', 'paid', 'expired', 'failed', 'refunded')),
  -- The provider's name of the payment, and the name to which its refunds refer.
  payment_id text,
  payment_request_id text,
  -- How much of the total was refunded, and the part of it that no balance could cover.
  refunded bigint not null default 0 check (refunded >= 0),
  receivable bigint not null default 0 check (receivable >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  -- Until then one caller opens a page at the provider, and no other one does.
  opening_until timestamptz,
  -- When the provider is asked next. Null: there is nothing left to ask.
  next_check_at timestamptz,
  checks integer not null default 0,
  constraint topups_paid check ((status in ('paid', 'refunded')) = (paid_at is not null)),
  constraint topups_refunded check (refunded <= amount + global_fee + app_fee + provider_fee)
);
create unique index topups_one_credit on topups (provider, payment_id);
create index topups_due on topups (next_check_at) where next_check_at is not null;
create index topups_identity on topups (identity_id, created_at desc);
-- Pending top-ups count towards the largest balance of an account.
create index topups_pending_account on topups (account_id) where status = 'pending';
create index topups_pending_app on topups (app_account_id) where status = 'pending' and app_account_id is not null;
create trigger topups_accounts before insert or update of identity_id, account_id, client_id, app_account_id on topups
  for each row execute function require_topup_accounts();
create trigger topups_in_order before update on topups for each row execute function keep_topup_in_order();
create trigger topups_no_delete before delete on topups for each row execute function refuse_change();

-- One row per page opened at the provider, written before the provider is called.
create table topup_sessions (
  order_id text primary key,
  topup_id uuid not null references topups,
  session_id text,
  url text,
  created_at timestamptz not null
);
create index topup_sessions_topup on topup_sessions (topup_id);

-- Authentic notices of providers, stored as received before they are processed.
create table payment_notices (
  id bigint generated always as identity primary key,
  provider text not null,
  body text not null,
  received_at timestamptz not null
);
create index payment_notices_received on payment_notices (received_at);

-- The answer of a provider's status API about a payment, and the notice that caused the request. A payment is booked only with such a row:
-- the audit compares both, and `pid ledger settle` compares the books with the provider's file.
create table topup_confirmations (
  topup_id uuid not null references topups,
  provider text not null,
  payment_id text not null check (payment_id <> ''),
  paid bigint not null check (paid > 0),
  -- Both as received. Deleted after some time, because they may name the payer.
  notice text,
  answer text check (answer <> ''),
  -- SHA-256 of the answer, which is kept.
  answer_hash bytea,
  -- By the service's clock, and by the database's.
  confirmed_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  -- The payment was booked before confirmations existed. The service's role cannot write this column.
  precedes_confirmations boolean not null default false,
  primary key (topup_id, payment_id, paid),
  constraint topup_confirmations_answered check (precedes_confirmations or answer_hash is not null)
);
create index topup_confirmations_texts on topup_confirmations (recorded_at) where answer is not null or notice is not null;
create trigger topup_confirmations_kept before insert or update on topup_confirmations for each row execute function keep_topup_confirmation();
create trigger topup_confirmations_no_delete before delete on topup_confirmations for each row execute function refuse_change();
create trigger topup_confirmations_no_truncate before truncate on topup_confirmations for each statement execute function refuse_change();

-- Payments at the built-in sandbox provider.
create table sandbox_payments (
  order_id text primary key,
  outcome text not null check (outcome in ('paid', 'failed')),
  amount bigint not null,
  refunded bigint not null default 0,
  at timestamptz not null
);

create table topups (
  -- Random: whoever has the link may look at it and pay it, as with every hosted checkout.
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
  -- The provider's own name of the payment, and of what refunds refer to.
  payment_id text,
  payment_request_id text,
  -- Of the total, in all; and how much of that no balance could cover.
  refunded bigint not null default 0 check (refunded >= 0),
  receivable bigint not null default 0 check (receivable >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  -- While somebody opens a page at the provider, nobody else does.
  opening_until timestamptz,
  -- When the provider is asked again; null when there is nothing left to ask.
  next_check_at timestamptz,
  checks integer not null default 0,
  constraint topups_paid check ((status in ('paid', 'refunded')) = (paid_at is not null)),
  constraint topups_refunded check (refunded <= amount + global_fee + app_fee + provider_fee)
);
create unique index topups_one_credit on topups (provider, payment_id);
create index topups_due on topups (next_check_at) where next_check_at is not null;
create index topups_identity on topups (identity_id, created_at desc);

-- A way of states, not a set of them. Money that has arrived is never forgotten, so paid is reached from every state before it.
create function keep_topup_in_order() returns trigger language plpgsql as $$
begin
  if new.id <> old.id or new.account_id <> old.account_id or new.amount <> old.amount or new.global_fee <> old.global_fee
    or new.app_fee <> old.app_fee or new.provider_fee <> old.provider_fee or new.provider <> old.provider
    or new.refunded < old.refunded
    or not (old.status = new.status
      or old.status = 'pending' and new.status in ('paid', 'expired', 'failed')
      or old.status in ('expired', 'failed') and new.status = 'paid'
      or old.status = 'paid' and new.status = 'refunded') then
    raise exception 'a top-up cannot go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger topups_in_order before update on topups for each row execute function keep_topup_in_order();
create trigger topups_no_delete before delete on topups for each row execute function refuse_change();

-- One row for each page opened at the provider, written before the provider is called.
create table topup_sessions (
  order_id text primary key,
  topup_id uuid not null references topups,
  session_id text,
  url text,
  created_at timestamptz not null
);
create index topup_sessions_topup on topup_sessions (topup_id);

-- Authentic notices as they came, before anything is done about them.
create table payment_notices (
  id bigint generated always as identity primary key,
  provider text not null,
  body text not null,
  received_at timestamptz not null
);
create index payment_notices_received on payment_notices (received_at);

-- The money that the built-in sandbox pretends to have received.
create table sandbox_payments (
  order_id text primary key,
  outcome text not null check (outcome in ('paid', 'failed')),
  amount bigint not null,
  refunded bigint not null default 0,
  at timestamptz not null
);
